/** Newest search parameters of the address, including changes that have not been rendered yet. */
export interface NewestAddress {
  current(): URLSearchParams
  /** Records parameters that have been written to the address but not rendered yet. */
  write(params: URLSearchParams): void
  /** Adopts the parameters of a render, unless newer ones have been written. */
  show(params: URLSearchParams): void
}

/** Tracks consecutive changes of the address. Each change builds on the previous one, even if that has not been rendered yet. */
export function newestAddress(first: URLSearchParams): NewestAddress {
  let newest = first
  let written: string[] = []
  return {
    current: () => newest,
    write(params) {
      newest = params
      written.push(params.toString())
    },
    show(params) {
      const at = written.indexOf(params.toString())
      written = at < 0 ? [] : written.slice(at + 1) // a link to another address supersedes what was written
      if (written.length === 0) newest = params
    }
  }
}
