import type { OutsideUrls } from '../outside-urls.ts'
import { dwca } from './dwca.ts'
import { feed } from './feed.ts'
import { gbifDownload } from './gbif-download.ts'
import { gbifOccurrences } from './gbif-occurrences.ts'
import { geojson } from './geojson.ts'
import { ics } from './ics.ts'
import { obisChecklist } from './obis-checklist.ts'
import { obisOccurrences } from './obis-occurrences.ts'
import { pageJsonld } from './page-jsonld.ts'
import type { Source } from './source.ts'
import { table } from './table.ts'
import { wormsTaxa } from './worms-taxa.ts'

export type Sources = ReturnType<typeof openSources>

/** Opens all sources of external data. @param pauseMs pause in milliseconds between two checks of a service that prepares data */
export function openSources(urls: OutsideUrls = {}, pauseMs?: number) {
  const list: readonly Source[] = [
    obisOccurrences(urls.obis),
    obisChecklist(urls.obis),
    gbifOccurrences(urls.gbif),
    gbifDownload(urls.gbif, pauseMs),
    wormsTaxa(urls.worms),
    table(),
    geojson(),
    dwca(),
    feed(),
    pageJsonld(),
    ics()
  ]
  return { list, named: (kind: string): Source | undefined => list.find(source => source.kind === kind) }
}
