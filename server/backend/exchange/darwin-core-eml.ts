import { escapedXml } from './xml.ts'

/** The only licences that GBIF takes. */
export type DatasetLicense = 'CC0-1.0' | 'CC-BY-4.0' | 'CC-BY-NC-4.0'

const licenses: Record<DatasetLicense, { title: string; name: string; url: string }> = {
  'CC0-1.0': {
    title: 'Creative Commons CC0 1.0 Universal',
    name: 'Creative Commons Zero v1.0 Universal',
    url: 'http://creativecommons.org/publicdomain/zero/1.0/legalcode'
  },
  'CC-BY-4.0': {
    title: 'Creative Commons Attribution (CC-BY) 4.0 License',
    name: 'Creative Commons Attribution 4.0 International',
    url: 'http://creativecommons.org/licenses/by/4.0/legalcode'
  },
  'CC-BY-NC-4.0': {
    title: 'Creative Commons Attribution Non Commercial (CC-BY-NC) 4.0 License',
    name: 'Creative Commons Attribution Non Commercial 4.0 International',
    url: 'http://creativecommons.org/licenses/by-nc/4.0/legalcode'
  }
}

/** Address of a licence's text. */
export const licenseUrl = (license: DatasetLicense): string => licenses[license].url

/** A person, an organisation, or a person of one. */
export interface EmlAgent {
  givenName?: string
  surName?: string
  organizationName?: string
  electronicMailAddress?: string
  /** `0000-0002-1825-0097` */
  orcid?: string
}

export interface EmlFacts {
  /** Stays the same over exports; `version` grows. */
  identifier: string
  version: string
  /** Of the program that holds the data: its address. */
  system: string
  title: string
  creators: [EmlAgent, ...EmlAgent[]]
  metadataProviders: [EmlAgent, ...EmlAgent[]]
  contacts: [EmlAgent, ...EmlAgent[]]
  /** Calendar day. */
  pubDate: string
  /** ISO 639-1. */
  language: string
  abstract: string
  keywords: string[]
  license: DatasetLicense
  coverage?: { description: string; west: number; east: number; north: number; south: number }
  /** Calendar days. */
  dates?: { begin: string; end: string }
  citation: { text: string; identifier?: string }
  /** RFC 3339. */
  writtenAt: string
}

/** `eml.xml`: EML 2.2.0 in GBIF's profile 1.3. The order of the elements is the schema's. */
export function emlXml(facts: EmlFacts): string {
  const { identifier, version, system, citation } = facts
  const { title, name, url } = licenses[facts.license]
  const dataset = [
    element('alternateIdentifier', identifier),
    `<title xml:lang="${escapedXml(facts.language)}">${escapedXml(facts.title)}</title>\n`,
    ...facts.creators.map(agent => agentElement('creator', agent)),
    ...facts.metadataProviders.map(agent => agentElement('metadataProvider', agent)),
    element('pubDate', facts.pubDate),
    element('language', facts.language),
    `<abstract><para>${escapedXml(facts.abstract)}</para></abstract>\n`,
    keywordSet(['Samplingevent'], 'GBIF Dataset Type Vocabulary: http://rs.gbif.org/vocabulary/gbif/dataset_type_2015-07-10.xml'),
    facts.keywords.length > 0 ? keywordSet(facts.keywords, 'n/a') : '',
    `<intellectualRights><para>This work is licensed under a <ulink url="${url}"><citetitle>${title}</citetitle></ulink>.</para></intellectualRights>\n`,
    `<licensed><licenseName>${name}</licenseName><url>https://spdx.org/licenses/${facts.license}.html</url><identifier>${facts.license}</identifier></licensed>\n`,
    coverageElement(facts),
    '<maintenance><description><para>Updated by new exports.</para></description><maintenanceUpdateFrequency>asNeeded</maintenanceUpdateFrequency></maintenance>\n',
    ...facts.contacts.map(agent => agentElement('contact', agent))
  ]
  const cited = citation.identifier ? ` identifier="${escapedXml(citation.identifier)}"` : ''
  return `<?xml version="1.0" encoding="UTF-8"?>
<eml:eml xmlns:eml="https://eml.ecoinformatics.org/eml-2.2.0" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xsi:schemaLocation="https://eml.ecoinformatics.org/eml-2.2.0 https://rs.gbif.org/schema/eml-gbif-profile/1.3/eml.xsd"
  packageId="${escapedXml(`${identifier}/v${version}`)}" system="${escapedXml(system)}" scope="system" xml:lang="${escapedXml(facts.language)}">
<dataset>
${dataset.join('')}</dataset>
<additionalMetadata><metadata><gbif>
<dateStamp>${escapedXml(facts.writtenAt)}</dateStamp><hierarchyLevel>dataset</hierarchyLevel>
<citation${cited}>${escapedXml(citation.text)}</citation>
</gbif></metadata></additionalMetadata>
</eml:eml>
`
}

const element = (name: string, value: string) => `<${name}>${escapedXml(value)}</${name}>\n`

function agentElement(role: string, agent: EmlAgent): string {
  const given = agent.givenName ? `<givenName>${escapedXml(agent.givenName)}</givenName>` : ''
  return `<${role}>
${agent.surName ? `<individualName>${given}<surName>${escapedXml(agent.surName)}</surName></individualName>\n` : ''}${
  agent.organizationName ? element('organizationName', agent.organizationName) : ''
}${agent.electronicMailAddress ? element('electronicMailAddress', agent.electronicMailAddress) : ''}${
  agent.orcid ? `<userId directory="https://orcid.org/">${escapedXml(agent.orcid)}</userId>\n` : ''
}</${role}>
`
}

function keywordSet(keywords: string[], thesaurus: string): string {
  const listed = keywords.map(keyword => `<keyword>${escapedXml(keyword)}</keyword>`).join('')
  return `<keywordSet>${listed}<keywordThesaurus>${escapedXml(thesaurus)}</keywordThesaurus></keywordSet>\n`
}

function coverageElement({ coverage, dates }: EmlFacts): string {
  if (!coverage && !dates) return ''
  const bounds = (['west', 'east', 'north', 'south'] as const)
    .map(side => coverage && `<${side}BoundingCoordinate>${coverage[side]}</${side}BoundingCoordinate>`)
    .join('')
  const place = coverage
    ? `<geographicCoverage>${element('geographicDescription', coverage.description)}<boundingCoordinates>${bounds}</boundingCoordinates></geographicCoverage>\n`
    : ''
  const day = (name: string, date: string) => `<${name}><calendarDate>${escapedXml(date)}</calendarDate></${name}>`
  const time = dates
    ? `<temporalCoverage><rangeOfDates>${day('beginDate', dates.begin)}${day('endDate', dates.end)}</rangeOfDates></temporalCoverage>\n`
    : ''
  return `<coverage>\n${place}${time}</coverage>\n`
}
