import type { OutsideUrls } from '../outside-urls.ts'
import { gbifOccurrences } from './gbif-occurrences.ts'
import { obisOccurrences } from './obis-occurrences.ts'
import type { Source } from './source.ts'

export type Sources = ReturnType<typeof openSources>

/** Opens all sources of external data. */
export function openSources(urls: OutsideUrls = {}) {
  const list: readonly Source[] = [obisOccurrences(urls.obis), gbifOccurrences(urls.gbif)]
  return { list, named: (kind: string): Source | undefined => list.find(source => source.kind === kind) }
}
