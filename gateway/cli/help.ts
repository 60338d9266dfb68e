import type { CommandSyntax } from './command.ts';

/** One line with a command's syntax. */
export function usageLine({ name, parameters, options }: CommandSyntax): string {
  const words = parameters.map((parameter) => ` <${parameter}>`).join('');
  const choices = Object.keys(options)
    .map((option) => ` [--${option} ...]`)
    .join('');
  return `${name}${words}${choices}`;
}

/** The help text: all commands with their options. */
export function help(commands: readonly CommandSyntax[]): string {
  const parts = commands.map((command) => {
    const options = Object.entries(command.options).map(([option, about]) => `      --${option.padEnd(14)} ${about}`);
    return [`  ${usageLine(command)}`, `      ${command.summary}`, ...options].join('\n');
  });
  return [
    'Usage: npm run cli -- <command>',
    '',
    parts.join('\n\n'),
    '',
    '  help',
    '      Shows this help.',
    '',
    '<client> is the id of a client, or a name that only one client has. --json prints JSON.',
    'Commands use the records at DATA_DIR or DATABASE_URL. All but "recover" can run while the gateway is running.',
  ].join('\n');
}
