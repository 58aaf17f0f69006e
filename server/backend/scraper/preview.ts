import type { Preview } from '../../../shared/contracts/scraper.ts'
import { Offline } from '../fetcher/fetch-errors.ts'
import { openInquiry, type Sender } from './inquiry.ts'
import type { Raw, Source } from './sources/source.ts'
import { identifierOf } from './sources/text.ts'

const mostRecords = 20
const withinMs = 30_000

/** Reads the first records of a query with the code that runs use. A failure of the source is part of the result. @throws Offline */
export async function previewOf(sender: Sender, source: Source, query: Raw, isGone: AbortSignal): Promise<Preview> {
  const limit = AbortSignal.timeout(withinMs)
  const inquiry = openInquiry(sender, AbortSignal.any([isGone, limit]), { tries: 2 })
  const preview: Preview = { records: [], total: null, warnings: [], failure: null }
  try {
    for await (const page of source.pages(query, null, inquiry, mostRecords)) {
      preview.total ??= page.total
      preview.records = page.records.slice(0, mostRecords).map(raw => previewed(source, raw, query))
      break
    }
  } catch (error) {
    if (error instanceof Offline || isGone.aborted) throw error
    preview.failure = limit.aborted
      ? `The source did not answer within ${withinMs / 1000} s`
      : error instanceof Error
        ? error.message
        : String(error)
  }
  preview.warnings = inquiry.take().lines.flatMap(({ level, sentence }) => (level === 'warning' ? [sentence] : []))
  return preview
}

function previewed(source: Source, raw: Raw, query: Raw): Preview['records'][number] {
  const read = source.read(raw, query)
  return {
    identity: identifierOf(source.identity(raw)),
    title: read.title,
    url: read.url,
    eventDate: read.eventDate,
    decimalLatitude: read.latitude,
    decimalLongitude: read.longitude,
    minimumDepthInMeters: read.minimumDepthInMeters,
    maximumDepthInMeters: read.maximumDepthInMeters,
    flags: read.flags,
    sourceFlags: read.sourceFlags,
    raw
  }
}
