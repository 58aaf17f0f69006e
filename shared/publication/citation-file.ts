import type { Described } from './described.ts'

/**
 * Text of `CITATION.cff`, the citation of a dataset. The values are written as JSON, which is valid YAML.
 * Source: Citation File Format 1.2.0, schema guide.
 * @param day release date, `2026-11-28`
 */
export function citationFile({ title, abstract, creators, keywords, license, doi, organizationName }: Described, day: string): string {
  const authors = creators.map(({ givenName, surName, organizationName: affiliation, orcid }) => ({
    'family-names': surName,
    ...(givenName && { 'given-names': givenName }),
    ...(affiliation && { affiliation }),
    ...(orcid && { orcid: `https://orcid.org/${orcid}` })
  }))
  const entries: [string, unknown][] = [
    ['cff-version', '1.2.0'],
    ['message', 'If you use these data, please cite them as below.'],
    ['type', 'dataset'],
    ['title', title],
    ['authors', authors.length > 0 ? authors : [{ name: organizationName ?? title }]],
    ['abstract', abstract],
    ['keywords', keywords.length > 0 ? [...new Set(keywords)] : null],
    ['license', license],
    ['doi', doi],
    ['date-released', day]
  ]
  return entries.flatMap(([name, value]) => (value === null ? [] : [`${name}: ${JSON.stringify(value)}\n`])).join('')
}
