import type { FieldError } from '../../../shared/contracts/common.ts'
import { InvalidRequest } from '../../lib/errors.ts'
import { withheldName } from '../generalisations/as-shown.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import type { Transaction } from '../projects/edit-project.ts'
import type { Scope } from '../projects/scope.ts'
import { samplingFaults } from '../publication/rules.ts'
import { SiteNameTaken } from './errors.ts'
import { type siteColumns, toSampling } from './rows.ts'

/** Returns the path of a site in the request by its index; empty for a request about one site. */
export type PathOf = (index: number) => string

type SiteColumns = ReturnType<typeof siteColumns>

const alone: PathOf = () => ''
/** Number of names per statement, which keeps a statement below SQLite's limit on bound variables. */
const namesAtOnce = 500

/** Validates each site independently of the others. @throws InvalidRequest with the faults of all sites */
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
  /** Site being edited, whose current name does not count as taken. */
  siteId?: string
  pathOf?: PathOf | undefined
  /** Stored site whose name the request does not contain, such as a site that is moved or restored. */
  unnamed?: { id: string; isRemoved: boolean }
}

/**
 * Checks that each site's survey belongs to the project, and that its name is free in that survey.
 * @throws InvalidRequest for a survey of another project
 * @throws SiteNameTaken with the path of each taken name, including names that occur twice among the sites
 */
export async function checkSiteNames(
  transaction: Transaction,
  scope: Pick<Scope, 'projectId' | 'places'>,
  sites: readonly SiteColumns[],
  { siteId, pathOf = alone, unnamed }: NameChecks = {}
): Promise<void> {
  const { projectId } = scope
  const surveys = await surveysOf(transaction, projectId, sites, pathOf)
  const taken = await namesTaken(transaction, scope, sites, { siteId, unnamed })
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
    const message = taken.has(place) ? 'is already taken by another site' : 'is already used by an earlier site in this list'
    errors.push({ path: `${pathOf(index)}/name`, message })
  }
  if (first) throw Object.assign(new SiteNameTaken(...first), { errors })
}

/** Returns descriptions of the sites' surveys, by id, for use as the subject of an error message. */
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

/**
 * Reads the names already taken by other sites of the project, by survey and name key. A site whose name the viewer may not see gets the name that
 * the viewer gave. The refusal then reveals no spelling of the stored name. If the viewer gave no name, the site gets the name that the viewer may
 * see.
 */
async function namesTaken(
  transaction: Transaction,
  { projectId, places }: Pick<Scope, 'projectId' | 'places'>,
  sites: readonly SiteColumns[],
  { siteId, unnamed }: Pick<NameChecks, 'siteId' | 'unnamed'>
) {
  const given = new Map(sites.map(site => [placeOf(site), site.name]))
  const taken = new Map<string, string>()
  for (let from = 0; from < sites.length; from += namesAtOnce) {
    const keys = sites.slice(from, from + namesAtOnce).map(({ name_key: key }) => key)
    const twins = await transaction
      .selectFrom('site')
      .select(['id', 'name', 'name_key', 'survey_id'])
      .where('project_id', '=', projectId)
      .where('name_key', 'in', keys)
      .execute()
    const others = twins.filter(({ id }) => id !== siteId)
    if (others.length === 0) continue
    const shown = await shownPlaces(transaction, projectId, places)
    const gridOf = await shown.ofSites()
    // a deleted site has no images, so its grid is unknown until it is restored
    const isWithheld = unnamed && (unnamed.isRemoved ? !shown.isExact : gridOf(unnamed.id) !== null)
    for (const twin of others) {
      const place = placeOf(twin)
      const asGiven = gridOf(twin.id) === null ? twin.name : (given.get(place) ?? withheldName(twin.id))
      taken.set(place, isWithheld ? withheldName(unnamed.id) : asGiven)
    }
  }
  return taken
}
