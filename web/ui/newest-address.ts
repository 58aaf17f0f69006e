/** Newest search parameters of the address, including changes that have not been rendered yet. */
export interface NewestAddress {
  /** @param rendered parameters that the caller has rendered last, for a path without a newer change */
  current(path: string, rendered: URLSearchParams): URLSearchParams
  /** Records parameters that have been written to the address but not rendered yet. */
  write(path: string, params: URLSearchParams): void
  /** Adopts the parameters of a render, unless newer ones have been written. Several parts of a screen may report the same render. */
  show(path: string, params: URLSearchParams): void
  /** Registers a part of a screen. The record is forgotten with the last part. @returns the function that unregisters it */
  join(): () => void
}

/** Tracks consecutive changes to the address. Each change builds on the previous one, even if that has not been rendered yet. */
export function newestAddress(): NewestAddress {
  let newest: { path: string; params: URLSearchParams } | null = null
  let written: string[] = []
  let shown: string | null = null
  let parts = 0
  const nameOf = (path: string, params: URLSearchParams) => `${path}?${params}`
  return {
    current: (path, rendered) => (newest?.path === path ? newest.params : rendered),
    write(path, params) {
      newest = { path, params }
      written.push(nameOf(path, params))
    },
    show(path, params) {
      const name = nameOf(path, params)
      const isRepeated = name === shown
      shown = name
      if (isRepeated) {
        if (written.at(-1) === name) written = [] // the changes in between led back to this address, and were not rendered
        return
      }
      const at = written.indexOf(name)
      written = at < 0 ? [] : written.slice(at + 1) // a link to another address supersedes what was written
      if (written.length === 0) newest = { path, params }
    },
    join() {
      parts += 1
      return () => {
        parts -= 1
        if (parts > 0) return
        newest = null
        written = []
        shown = null
      }
    }
  }
}
