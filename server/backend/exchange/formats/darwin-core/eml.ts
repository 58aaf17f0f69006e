import type { DatasetLicense } from '../../../../../shared/contracts/publication.ts'
import { escapedXml } from '../../../../../shared/escaped-xml.ts'
import { doiAddress } from '../../../../../shared/vocabulary/doi.ts'

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

/** URL of the licence text. */
export const licenseUrl = (license: DatasetLicense): string => licenses[license].url

export const licenseName = (license: DatasetLicense): string => licenses[license].name

/** Person, organization, or person in an organization. */
export interface EmlAgent {
  givenName?: string
  surName?: string
  organizationName?: string
  electronicMailAddress?: string
  /** `0000-0002-1825-0097` */
  orcid?: string
}

/** Agent with a role that has no dedicated EML element. The role is from the GBIF vocabulary of agent roles. */
export interface EmlParty extends EmlAgent {
  role: string
}

export interface EmlAward {
  funderName: string
  awardNumber?: string
  title?: string
  awardUrl?: string
}

export interface EmlTaxon {
  rank?: string
  scientificName: string
}

export interface EmlFacts {
  /** Identifier that stays the same across exports, while `version` increases. */
  identifier: string
  version: string
  /** URL of the server that holds the data. */
  system: string
  title: string
  creators: [EmlAgent, ...EmlAgent[]]
  metadataProviders: [EmlAgent, ...EmlAgent[]]
  associatedParties?: EmlParty[]
  contacts: [EmlAgent, ...EmlAgent[]]
  /** Name of the publishing organization. */
  publisher?: string
  /** DOI without `https://doi.org/`. */
  doi?: string
  /** Calendar day. */
  pubDate: string
  /** ISO 639-1. */
  language: string
  abstract: string
  keywords: string[]
  license: DatasetLicense
  /** `west` is greater than `east` when the box crosses 180°. */
  coverage?: { description: string; west: number; east: number; north: number; south: number }
  /** Calendar days. */
  dates?: { begin: string; end: string }
  taxa?: EmlTaxon[]
  /** Method steps in order, the sampled area, and the sampling description. Without a step the element is omitted. */
  methods?: { steps: string[]; extent?: string; sampling?: string }
  awards?: EmlAward[]
  citation: { text: string; identifier?: string }
  /** RFC 3339. */
  writtenAt: string
}

/** Returns the text of `eml.xml`: EML 2.2.0 in the GBIF profile 1.3. The schema prescribes the order of the elements. */
export function emlXml(facts: EmlFacts): string {
  const { identifier, version, system, citation } = facts
  const { title, name, url } = licenses[facts.license]
  const dataset = [
    ...(facts.doi ? [element('alternateIdentifier', doiAddress(facts.doi))] : []),
    element('alternateIdentifier', identifier),
    `<title xml:lang="${escapedXml(facts.language)}">${escapedXml(facts.title)}</title>\n`,
    ...facts.creators.map(agent => agentElement('creator', agent)),
    ...facts.metadataProviders.map(agent => agentElement('metadataProvider', agent)),
    ...(facts.associatedParties ?? []).map(party => agentElement('associatedParty', party)),
    element('pubDate', facts.pubDate),
    element('language', facts.language),
    `<abstract>${paragraphs(facts.abstract)}</abstract>\n`,
    keywordSet(['Samplingevent'], 'GBIF Dataset Type Vocabulary: http://rs.gbif.org/vocabulary/gbif/dataset_type_2015-07-10.xml'),
    facts.keywords.length > 0 ? keywordSet(facts.keywords, 'n/a') : '',
    `<intellectualRights><para>This work is licensed under a <ulink url="${url}"><citetitle>${title}</citetitle></ulink>.</para></intellectualRights>\n`,
    `<licensed><licenseName>${name}</licenseName><url>https://spdx.org/licenses/${facts.license}.html</url><identifier>${facts.license}</identifier></licensed>\n`,
    coverageElement(facts),
    '<maintenance><description><para>Updated by new exports.</para></description><maintenanceUpdateFrequency>asNeeded</maintenanceUpdateFrequency></maintenance>\n',
    ...facts.contacts.map(agent => agentElement('contact', agent)),
    facts.publisher ? `<publisher>\n${element('organizationName', facts.publisher)}</publisher>\n` : '',
    methodsElement(facts.methods),
    projectElement(facts)
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

/** Converts a text to paragraphs, one for each line that is not blank. */
const paragraphs = (text: string) =>
  text
    .split(/\s*\n\s*/)
    .filter(Boolean)
    .map(line => `<para>${escapedXml(line)}</para>`)
    .join('')

function agentElement(name: string, agent: EmlAgent | EmlParty): string {
  const given = agent.givenName ? `<givenName>${escapedXml(agent.givenName)}</givenName>` : ''
  return `<${name}>
${agent.surName ? `<individualName>${given}<surName>${escapedXml(agent.surName)}</surName></individualName>\n` : ''}${
  agent.organizationName ? element('organizationName', agent.organizationName) : ''
}${agent.electronicMailAddress ? element('electronicMailAddress', agent.electronicMailAddress) : ''}${
  agent.orcid ? `<userId directory="https://orcid.org/">${escapedXml(agent.orcid)}</userId>\n` : ''
}${'role' in agent ? element('role', agent.role) : ''}</${name}>
`
}

function keywordSet(keywords: string[], thesaurus: string): string {
  const listed = keywords.map(keyword => `<keyword>${escapedXml(keyword)}</keyword>`).join('')
  return `<keywordSet>${listed}<keywordThesaurus>${escapedXml(thesaurus)}</keywordThesaurus></keywordSet>\n`
}

function methodsElement(methods: EmlFacts['methods']): string {
  if (!methods || methods.steps.length === 0) return ''
  const steps = methods.steps.map(step => `<methodStep><description>${paragraphs(step)}</description></methodStep>\n`).join('')
  const { extent, sampling } = methods
  const sampled =
    extent && sampling
      ? `<sampling><studyExtent><description>${paragraphs(extent)}</description></studyExtent><samplingDescription>${paragraphs(sampling)}</samplingDescription></sampling>\n`
      : ''
  return `<methods>\n${steps}${sampled}</methods>\n`
}

/** Project element, which is only needed for the funders. EML requires its title and personnel too, which come from the dataset. */
function projectElement({ awards = [], title, creators, associatedParties = [] }: EmlFacts): string {
  if (awards.length === 0) return ''
  const leader = associatedParties.find(({ role }) => role === 'principalInvestigator') ?? creators[0]
  const { givenName, surName, organizationName, orcid } = leader
  // as in files of the IPT: a name and an ORCID iD
  const personnel = surName ? { givenName, surName, orcid } : { organizationName }
  const funding = awards.map(award => [award.funderName, award.awardNumber, award.title].filter(Boolean).join(', ')).join('; ')
  const records = awards.map(
    award => `<award>
${element('funderName', award.funderName)}${award.awardNumber ? element('awardNumber', award.awardNumber) : ''}${element(
  'title',
  award.title ?? award.awardNumber ?? award.funderName
)}${award.awardUrl ? element('awardUrl', award.awardUrl) : ''}</award>
`
  )
  return `<project>
${element('title', title)}${agentElement('personnel', { ...personnel, role: 'principalInvestigator' })}<funding>${paragraphs(funding)}</funding>
${records.join('')}</project>
`
}

function coverageElement({ coverage, dates, taxa = [] }: EmlFacts): string {
  if (!coverage && !dates && taxa.length === 0) return ''
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
  return `<coverage>\n${place}${time}${taxonomicCoverage(taxa)}</coverage>\n`
}

function taxonomicCoverage(taxa: EmlTaxon[]): string {
  if (taxa.length === 0) return ''
  const listed = taxa.map(({ rank, scientificName }) => {
    const rankName = rank ? `<taxonRankName>${escapedXml(rank)}</taxonRankName>` : ''
    return `<taxonomicClassification>${rankName}<taxonRankValue>${escapedXml(scientificName)}</taxonRankValue></taxonomicClassification>\n`
  })
  return `<taxonomicCoverage>\n${listed.join('')}</taxonomicCoverage>\n`
}
