import type { Funding, PublishedContact, PublishedPerson } from '../../../../shared/contracts/publication.ts'
import type { BoundingBox } from '../../../../shared/geometry/bounding-box.ts'
import { doiAddress } from '../../../../shared/vocabulary/doi.ts'
import type { EmlAgent, EmlAward, EmlFacts, EmlTaxon } from '../formats/darwin-core/eml.ts'
import type { EventSpan } from '../formats/darwin-core/rows.ts'
import type { ProjectSource } from './project-source.ts'

export interface DescribedDataset {
  source: ProjectSource
  writtenAt: string
  publicUrl: string | null
  extent: BoundingBox | null
  span: EventSpan
  imageCount: number
  /** Taxa of the occurrences, each once. */
  taxa: Iterable<EmlTaxon>
  /** Method steps about labels that were accepted in bulk. */
  auditSteps: readonly string[]
}

/** Returns the EML metadata of an export: its publication, and the geographic, temporal and taxonomic coverage. */
export function datasetFacts({ source, writtenAt, publicUrl, extent, span, imageCount, taxa, auditSteps }: DescribedDataset): EmlFacts {
  const { described: about, publication } = source
  const { license, organizationName, doi } = about
  const agent = (person: PublishedPerson) => agentOf(person, organizationName)
  const [first, ...others] = about.creators.map(agent)
  const fallback: EmlAgent = { organizationName: organizationName ?? about.title }
  const creators: [EmlAgent, ...EmlAgent[]] = [first ?? fallback, ...others]
  const ofRole = (role: string) => about.people.filter(person => person.role === role).map(agent)
  const [provider = creators[0], ...providers] = ofRole('metadataProvider')
  const day = (time: string) => time.slice(0, 10)
  const keywords = about.keywords.length > 0 ? about.keywords : source.region ? [source.region] : []
  return {
    identifier: source.id,
    version: writtenAt.replace(/\D/g, '').slice(0, 14),
    system: publicUrl ?? 'urn:isobath',
    title: about.title,
    creators,
    metadataProviders: [provider, ...providers],
    associatedParties: about.people
      .filter(person => person.role !== 'metadataProvider' && !about.creators.includes(person))
      .map(person => ({ ...agent(person), role: person.role })),
    contacts: [about.contact ? agentOf(about.contact, organizationName) : creators[0]],
    ...(organizationName && { publisher: organizationName }),
    ...(doi && { doi }),
    pubDate: day(writtenAt),
    language: 'en',
    abstract:
      about.abstract ??
      `Organisms annotated on ${imageCount === 1 ? '1 image' : `${imageCount.toLocaleString('en')} images`} of “${about.title}”.`,
    keywords,
    license: license ?? 'CC-BY-4.0',
    ...(extent && { coverage: { description: about.geographicDescription, ...extent } }),
    ...(span.begin !== null && span.end !== null && { dates: { begin: day(span.begin), end: day(span.end) } }),
    taxa: [...taxa].sort((a, b) => (a.scientificName < b.scientificName ? -1 : 1)),
    methods: methodsOf(source, auditSteps),
    awards: publication.funding.map(awardOf),
    citation: { text: about.citation, ...(doi && { identifier: doiAddress(doi) }) },
    writtenAt
  }
}

function agentOf(
  { givenName, surName, organizationName, email, ...person }: PublishedPerson | PublishedContact,
  publisher: string | null
): EmlAgent {
  const organization = organizationName ?? publisher
  return {
    ...(givenName && { givenName }),
    ...(surName && { surName }),
    ...(organization && { organizationName: organization }),
    ...(email && { electronicMailAddress: email }),
    ...('orcid' in person && person.orcid && { orcid: person.orcid })
  }
}

const awardOf = ({ funder, award, title, address }: Funding): EmlAward => ({
  funderName: funder,
  ...(award && { awardNumber: award }),
  ...(title && { title }),
  ...(address && { awardUrl: address })
})

/** Method steps from the protocols and descriptions of the project, its surveys and its sites. EML has a single list for all of them. */
function methodsOf(
  { publication, surveys, sites, described: { geographicDescription } }: ProjectSource,
  auditSteps: readonly string[]
): EmlFacts['methods'] {
  const { samplingProtocol, samplingDescription } = publication
  const ofPlaces = [...surveys, ...sites].flatMap(({ name, ...place }) => {
    const words = [place.samplingProtocol, place.samplingDescription].filter(Boolean)
    return words.length > 0 ? [`${name}: ${words.join('\n')}`] : []
  })
  const first = samplingProtocol ?? samplingDescription
  return {
    steps: [...(first ? [first] : []), ...ofPlaces, ...auditSteps],
    extent: geographicDescription,
    ...(samplingDescription && { sampling: samplingDescription })
  }
}
