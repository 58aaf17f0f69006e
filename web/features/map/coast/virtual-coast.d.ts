/** URL of a packed level of the coastline, built by `scripts/vite/coast/`. */
declare module 'virtual:coast-*' {
  const address: string
  export default address
}
