import type { Command } from './command.ts';

/** One line: how a command is written. */
export function usageLine({ name, parameters, options }: Command): string {
  const words = parameters.map((parameter) => ` <${parameter}>`).join('');
  const choices = Object.keys(options)
    .map((option) => ` [--${option} ...]`)
    .join('');
  return `${name}${words}${choices}`;
}

/** All commands, with what their options take. */
export function help(commands: readonly Command[]): string {
  const parts = commands.map((command) => {
    const options = Object.entries(command.options).map(([option, about]) => `      --${option.padEnd(12)} ${about}`);
    return [`  ${usageLine(command)}`, `      ${command.summary}`, ...options].join('\n');
  });
  return [
    'Usage: npm run cli -- <command>',
    '',
    parts.join('\n\n'),
    '',
    '  help',
    '      This text.',
    '',
    '<client> is an id or a name that only one client has. --json answers for programs.',
    'It works beside a running gateway, on the records that DATA_DIR or DATABASE_URL name.',
  ].join('\n');
}
