/** Returns the BibTeX entry for this software. */
export function bibtex(version: string, year: number): string {
  return `@software{isobath,
  title   = {Isobath: the open, self-hosted lab of a marine research team},
  author  = {{The Isobath contributors}},
  version = {${version}},
  year    = {${year}},
  license = {Apache-2.0},
  note    = {Free software; state the version that you used}
}`
}
