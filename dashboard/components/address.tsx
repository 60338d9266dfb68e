/** A network address. Without isolation its colons would reorder it in an Arabic line. */
export function Address({ of: address }: { readonly of: string }) {
  return <bdi dir="ltr">{address}</bdi>;
}
