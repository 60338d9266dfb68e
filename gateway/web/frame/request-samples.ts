/** A request that readers copy. */
export interface SampleRequest {
  readonly method: string;
  readonly address: string;
  /** Each with the name of the variable that holds its value, and the text before that value. */
  readonly headers: readonly { readonly name: string; readonly variable: string; readonly before?: string }[];
  /** The JSON body, as text. */
  readonly json?: string;
  /** The same body as a Python expression. */
  readonly python?: string;
  /** Whether the answer is JSON. */
  readonly answersJson: boolean;
}

/** A program in one language. */
export type Sample = readonly [language: string, code: string];

/** The same request as programs: curl, JavaScript, TypeScript, Python. */
export function requestSamples(request: SampleRequest): Sample[] {
  return [
    ['curl', curl(request)],
    ['JavaScript', fetched(request, '')],
    ['TypeScript', fetched(request, ': Record<string, unknown>')],
    ['Python', urllib(request)],
  ];
}

function curl({ method, address, headers, json }: SampleRequest): string {
  const usual = json === undefined ? 'GET' : 'POST';
  const parts = [
    ...(method === usual ? [] : [`-X ${method}`]),
    ...headers.map(({ name, variable, before = '' }) => `-H "${name}: ${before}$${variable}"`),
    ...(json === undefined ? [] : [`--json '${json.replaceAll("'", "'\\''")}'`]),
    `"${address}"`,
  ];
  return `curl ${parts.join(' ')}`;
}

function fetched({ method, address, headers, json, answersJson }: SampleRequest, type: string): string {
  const values = headers.map(({ name, variable, before }) => {
    const value = before === undefined ? variable.toLowerCase() : `\`${before}\${${variable.toLowerCase()}}\``;
    return `"${name}": ${value}`;
  });
  const sent = [...values, ...(json === undefined ? [] : ['"Content-Type": "application/json"'])];
  const lines = [
    ...(method === 'GET' ? [] : [`  method: "${method}",`]),
    ...(sent.length === 0 ? [] : [`  headers: { ${sent.join(', ')} },`]),
    ...(json === undefined ? [] : [`  body: JSON.stringify(${json}),`]),
  ];
  const options = lines.length === 0 ? '' : `, {\n${lines.join('\n')}\n}`;
  const answer = answersJson ? `const answer${type} = await response.json();` : 'const answer = await response.text();';
  return `const response = await fetch("${address}"${options});\n${answer}`;
}

function urllib({ method, address, headers, json, python, answersJson }: SampleRequest): string {
  const values = headers.map(({ name, variable, before }) => {
    const value = `os.environ["${variable}"]`;
    return `"${name}": ${before === undefined ? value : `"${before}" + ${value}`}`;
  });
  const sent = [...values, ...(json === undefined ? [] : ['"Content-Type": "application/json"'])];
  const usual = json === undefined ? 'GET' : 'POST';
  const lines = [
    `    "${address}",`,
    ...(json === undefined ? [] : [`    json.dumps(${python ?? json}).encode(),`]),
    ...(sent.length === 0 ? [] : [`    ${json === undefined ? 'headers=' : ''}{${sent.join(', ')}},`]),
    ...(method === usual ? [] : [`    method="${method}",`]),
  ];
  const modules = [
    ...(json === undefined && !answersJson ? [] : ['json']),
    ...(headers.length === 0 ? [] : ['os']),
    'urllib.request',
  ];
  const answer = answersJson ? 'json.load(urllib.request.urlopen(request))' : 'urllib.request.urlopen(request).read()';
  return `import ${modules.join(', ')}

request = urllib.request.Request(
${lines.join('\n')}
)
answer = ${answer}`;
}
