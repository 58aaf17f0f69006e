/** The address of a packed level of the coast (scripts/vite/coast/). */
declare module 'virtual:coast-*' {
  const address: string
  export default address
}
