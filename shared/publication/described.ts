import type { Project } from '../contracts/projects.ts'
import type { DatasetLicense, Funding, Publication, PublishedContact, PublishedPerson } from '../contracts/publication.ts'
import { doiAddress } from '../vocabulary/doi.ts'
import { citedName } from './people.ts'

export type DescribedProject = Pick<Project, 'title' | 'description' | 'region' | 'habitat'>

/** Description of a published dataset: the publication's texts, or the project's where the publication has none. */
export interface Described {
  title: string
  abstract: string | null
  keywords: string[]
  people: PublishedPerson[]
  /** People named in the citation. */
  creators: PublishedPerson[]
  contact: PublishedContact | null
  funding: Funding[]
  organizationName: string | null
  license: DatasetLicense | null
  doi: string | null
  citation: string
  geographicDescription: string
  habitat: string | null
}

/** Returns the description of a project's data for an archive. @param year year of the citation */
export function described(publication: Publication, project: DescribedProject, year: string): Described {
  const title = publication.title ?? project.title.trim()
  const people = publication.people.length > 0 ? publication.people : publication.members.filter(({ role }) => role === 'creator')
  const named = people.filter(({ role }) => role === 'creator')
  const creators = named.length > 0 ? named : people.slice(0, 1)
  const { organizationName, doi } = publication
  return {
    title,
    abstract: publication.abstract ?? (project.description?.trim() || null),
    keywords: publication.keywords,
    people,
    creators,
    contact: publication.contact ?? creators[0] ?? null,
    funding: publication.funding,
    organizationName,
    license: publication.license,
    doi,
    citation: publication.citation ?? suggestedCitation({ creators, title, organizationName, doi, year }),
    geographicDescription: publication.geographicDescription ?? (project.region?.trim() || title),
    habitat: publication.habitat ?? (project.habitat?.trim() || null)
  }
}

type Cited = Pick<Described, 'creators' | 'title' | 'organizationName' | 'doi'> & { year: string }

/** Suggested citation in the style of GBIF and OBIS: people, year, title, publisher, kind of dataset, DOI. */
export function suggestedCitation({ creators, title, organizationName, doi, year }: Cited): string {
  const people = creators
    .map(citedName)
    .filter(name => !name.includes('@'))
    .join(', ')
  const sentences = [`${people} (${year})`.trim(), title.replace(/\.$/, ''), organizationName?.replace(/\.$/, ''), 'Sampling event dataset']
  return [...sentences.filter(Boolean).map(sentence => `${sentence}.`), ...(doi ? [doiAddress(doi)] : [])].join(' ')
}
