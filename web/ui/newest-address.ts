/** Newest parameters of an address whose changes are shown one render later. */
export interface NewestAddress {
  current(): URLSearchParams
  /** Keeps parameters that were written and are not shown yet. */
  write(params: URLSearchParams): void
  /** Takes the parameters that a render shows, unless newer ones are on their way. */
  show(params: URLSearchParams): void
}

/** Tracks several changes in a row. Each change builds on the previous one, even before a render shows it. */
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
      written = at < 0 ? [] : written.slice(at + 1) // a link to another address ends what was written
      if (written.length === 0) newest = params
    }
  }
}
