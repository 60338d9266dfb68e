/** What a page receives: the values of its path's parameters by name, and the query of its address. */
export interface PageInput {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
}
