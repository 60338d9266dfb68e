/** A network address: its colons would turn it round in an Arabic line. */
export function Address({ of: address }: { readonly of: string }) {
  return <bdi dir="ltr">{address}</bdi>;
}
