import type { ExportOptions } from '../../../../shared/contracts/exchange.ts'
import type { EmlAgent, EmlFacts } from '../darwin-core-eml.ts'
import type { EventFacts, EventSpan } from '../darwin-core-rows.ts'
import type { ProjectSource } from './project-source.ts'

/** Degrees. */
export interface Extent {
  west: number
  east: number
  north: number
  south: number
}

export function widenedExtent(
  extent: Extent | null,
  { decimalLatitude: latitude, decimalLongitude: longitude }: EventFacts
): Extent | null {
  if (latitude === undefined || longitude === undefined) return extent
  const { west, east, north, south } = extent ?? { west: longitude, east: longitude, north: latitude, south: latitude }
  return {
    west: Math.min(west, longitude),
    east: Math.max(east, longitude),
    north: Math.max(north, latitude),
    south: Math.min(south, latitude)
  }
}

export interface DescribedDataset {
  source: ProjectSource
  options: ExportOptions
  writtenAt: string
  publicUrl: string | null
  extent: Extent | null
  span: EventSpan
  imageCount: number
}

/** What an export says of itself: the project's own words and owners, and where and when its images were taken. */
export function datasetFacts({ source, options, writtenAt, publicUrl, extent, span, imageCount }: DescribedDataset): EmlFacts {
  const [first, ...others] = source.owners.map(owner => agentOf(owner, options.organizationName ?? owner.affiliation))
  const fallback: EmlAgent = { organizationName: options.organizationName ?? source.title }
  const agents: [EmlAgent, ...EmlAgent[]] = [first ?? fallback, ...others]
  const day = (time: string) => time.slice(0, 10)
  return {
    identifier: source.id,
    version: writtenAt.replace(/\D/g, '').slice(0, 14),
    system: publicUrl ?? 'urn:isobath',
    title: source.title,
    creators: agents,
    metadataProviders: agents,
    contacts: [agents[0]],
    pubDate: day(writtenAt),
    language: 'en',
    abstract: source.description?.trim() || `Organisms annotated on ${imageCount.toLocaleString('en')} images of “${source.title}”.`,
    keywords: source.region ? [source.region] : [],
    license: options.license ?? 'CC-BY-4.0',
    ...(extent && { coverage: { description: source.region ?? source.title, ...extent } }),
    ...(span.begin !== null && span.end !== null && { dates: { begin: day(span.begin), end: day(span.end) } }),
    citation: {
      text: `${source.owners.map(({ name }) => name).join(', ')} (${writtenAt.slice(0, 4)}). ${source.title}. Sampling event dataset.`
    },
    writtenAt
  }
}

/** The last word of a name is the surname. */
function agentOf({ name, email, orcid }: ProjectSource['owners'][number], organizationName: string | null): EmlAgent {
  const [, givenName, surName = name] = /^(.*) (\S+)$/.exec(name.trim()) ?? []
  return {
    ...(givenName && { givenName }),
    surName,
    ...(organizationName && { organizationName }),
    electronicMailAddress: email,
    ...(orcid && { orcid })
  }
}
