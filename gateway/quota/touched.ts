/** The clients and months whose counters this process has changed and nobody has folded since. */
export class Touched {
  #months = new Map<string, Set<string>>();

  add(client: string, month: string): void {
    const clients = this.#months.get(month);
    if (clients === undefined) this.#months.set(month, new Set([client]));
    else clients.add(client);
  }

  take(): { client: string; month: string }[] {
    const taken = [...this.#months].flatMap(([month, clients]) => [...clients].map((client) => ({ client, month })));
    this.#months = new Map();
    return taken;
  }
}
