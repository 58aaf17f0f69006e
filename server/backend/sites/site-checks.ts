import type { FieldError } from '../../../shared/contracts/common.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import type { Transaction } from '../projects/edit-project.ts'
import { samplingFaults } from '../publication/rules.ts'
import { SiteNameTaken } from './errors.ts'
import { type siteColumns, toSampling } from './rows.ts'

/** Path of a site in the request, by its index; empty for a request about one site. */
export type PathOf = (index: number) => string

type SiteColumns = ReturnType<typeof siteColumns>

const alone: PathOf = () => ''
/** Number of names in one statement, which stays below SQLite's limit on variables. */
const namesAtOnce = 500

/** Checks what each site states by itself. @throws InvalidRequest with the faults of all of them */
export function checkSites(sites: readonly SiteColumns[], pathOf: PathOf = alone): void {
  const errors = sites.flatMap((site, index) => faultsOf(site).map(({ path, message }) => ({ path: `${pathOf(index)}${path}`, message })))
  if (errors.length > 0) throw new InvalidRequest(errors)
}

function faultsOf(columns: SiteColumns): FieldError[] {
  const faults = [...samplingFaults(toSampling(columns))]
  if ((columns.decimal_latitude === null) !== (columns.decimal_longitude === null)) {
    const missing = columns.decimal_latitude === null ? 'decimalLatitude' : 'decimalLongitude'
    faults.push({ path: `/${missing}`, message: 'is missing: a position needs latitude and longitude' })
  }
  const [least, most] = [columns.minimum_depth_in_meters, columns.maximum_depth_in_meters]
  if (least !== null && most !== null && most < least)
    faults.push({ path: '/maximumDepthInMeters', message: 'is less than the minimum depth' })
  return faults
}

interface NameChecks {
  /** Site that changes, whose own name is free. */
  siteId?: string
  pathOf?: PathOf | undefined
}

/**
 * Checks the surveys of sites, and that each name is free in its survey.
 * @throws InvalidRequest for surveys of another project
 * @throws SiteNameTaken with the path of each such name, also when two of the sites have one name
 */
export async function checkSiteNames(
  transaction: Transaction,
  projectId: string,
  sites: readonly SiteColumns[],
  { siteId, pathOf = alone }: NameChecks = {}
): Promise<void> {
  const surveys = await surveysOf(transaction, projectId, sites, pathOf)
  const taken = await namesTaken(transaction, projectId, sites, siteId)
  const given = new Map<string, string>()
  const errors: FieldError[] = []
  let first: [string, string] | null = null
  for (const [index, site] of sites.entries()) {
    const place = placeOf(site)
    const twin = taken.get(place) ?? given.get(place)
    if (twin === undefined) {
      given.set(place, site.name)
      continue
    }
    first ??= [surveys.get(site.survey_id) ?? '', twin]
    const message = taken.has(place) ? 'is taken: another site has it' : 'is given to an earlier site of this list'
    errors.push({ path: `${pathOf(index)}/name`, message })
  }
  if (first) throw Object.assign(new SiteNameTaken(...first), { errors })
}

/** Surveys of sites as subjects of a sentence, by their ids. */
async function surveysOf(transaction: Transaction, projectId: string, sites: readonly SiteColumns[], pathOf: PathOf) {
  const surveys = new Map<string | null, string | null>([[null, 'The project']])
  for (const { survey_id: surveyId } of sites) {
    if (surveys.has(surveyId)) continue
    const survey = await transaction
      .selectFrom('survey')
      .select('name')
      .where('id', '=', surveyId)
      .where('project_id', '=', projectId)
      .executeTakeFirst()
    surveys.set(surveyId, survey ? `“${survey.name}”` : null)
  }
  const errors = sites.flatMap(({ survey_id: surveyId }, index) =>
    surveys.get(surveyId) === null ? [{ path: `${pathOf(index)}/surveyId`, message: 'is not a survey of this project' }] : []
  )
  if (errors.length > 0) throw new InvalidRequest(errors)
  return surveys
}

const placeOf = ({ survey_id: surveyId, name_key: key }: Pick<SiteColumns, 'survey_id' | 'name_key'>) => `${surveyId ?? ''} ${key}`

/** Names that other sites of the project have, by survey and key. */
async function namesTaken(transaction: Transaction, projectId: string, sites: readonly SiteColumns[], siteId: string | undefined) {
  const taken = new Map<string, string>()
  for (let from = 0; from < sites.length; from += namesAtOnce) {
    const keys = sites.slice(from, from + namesAtOnce).map(({ name_key: key }) => key)
    const twins = await transaction
      .selectFrom('site')
      .select(['id', 'name', 'name_key', 'survey_id'])
      .where('project_id', '=', projectId)
      .where('name_key', 'in', keys)
      .execute()
    for (const twin of twins) if (twin.id !== siteId) taken.set(placeOf(twin), twin.name)
  }
  return taken
}
