import type { SiteDraft } from '../../../shared/contracts/sites.ts'
import { withheldName } from '../generalisations/as-shown.ts'
import { shownPlaces } from '../generalisations/shown-places.ts'
import type { Sight } from '../projects/scope.ts'
import type { Database } from '../storage/database.ts'
import { SiteNameTaken } from './errors.ts'
import type { KnownNames } from './name-pattern.ts'
import { nameKey } from './rows.ts'

/** Site of an image: an existing site, or one to be created. */
export interface Target {
  /** Id of the site; null until it is created. */
  siteId: string | null
  name: string
  surveyName: string | null
}

/** Survey given with a name: `undefined` when none is given; a null id for sites without a survey. */
export type GivenSurvey = { id: string | null } | { name: string } | undefined

export interface SiteIndex {
  /** Names of the sites in all surveys, in the form of `nameKey`. */
  names: KnownNames
  /** Finds a site by name. @returns the site, or a problem when no site or several sites match */
  find(name: string, survey: GivenSurvey): Target | { problem: string }
  byId(siteId: string): Target | undefined
  /** Missing surveys and sites to create. */
  missing(): { surveys: string[]; sites: { target: Target; draft: SiteDraft; surveyKey: string | null }[] }
}

/**
 * Builds an index of a project's surveys and sites by name, as the viewer sees the names. With `createSites`, an unknown name yields a new site. If a
 * site whose name is hidden from the viewer already has that name, the name yields a problem.
 */
// Long: the methods of one lookup.
export async function siteIndex(db: Database, { projectId, places }: Sight, { createSites }: { createSites: boolean }): Promise<SiteIndex> {
  const surveys = await db.selectFrom('survey').select(['id', 'name', 'name_key']).where('project_id', '=', projectId).execute()
  const rows = await db.selectFrom('site').select(['id', 'name', 'survey_id']).where('project_id', '=', projectId).execute()
  const surveyById = new Map(surveys.map(survey => [survey.id, survey]))
  const surveyByKey = new Map(surveys.map(survey => [survey.name_key, survey]))
  const targets = new Map<string, Target>()
  const byName = new Map<string, { target: Target; surveyKey: string | null }[]>()
  /** Stored names that the viewer may not see, by survey. */
  const withheld = new Set<string>()
  const lengths = new Set<number>()
  const newSurveys = new Map<string, string>()
  const newSites: ReturnType<SiteIndex['missing']>['sites'] = []

  function add(key: string, target: Target, surveyKey: string | null): Target {
    lengths.add(key.length)
    byName.set(key, [...(byName.get(key) ?? []), { target, surveyKey }])
    return target
  }
  const gridOf = await (await shownPlaces(db, projectId, places)).ofSites()
  for (const { id, name: stored, survey_id: surveyId } of rows) {
    const isShown = gridOf(id) === null
    const name = isShown ? stored : withheldName(id)
    const key = nameKey(name)
    const survey = surveyById.get(surveyId ?? '')
    if (!isShown) withheld.add(placeOf(survey?.name_key ?? null, nameKey(stored)))
    targets.set(id, add(key, { siteId: id, name, surveyName: survey?.name ?? null }, survey?.name_key ?? null))
  }

  /** Returns the key of a survey, null for no survey, or a problem. */
  function surveyKeyOf(survey: { id: string | null } | { name: string }): string | null | { problem: string } {
    if ('id' in survey)
      return survey.id === null ? null : (surveyById.get(survey.id)?.name_key ?? { problem: 'the survey is not in this project' })
    const key = nameKey(survey.name)
    if (surveyByKey.has(key) || newSurveys.has(key)) return key
    if (!createSites) return { problem: `no survey has the name “${survey.name}”` }
    newSurveys.set(key, survey.name.trim())
    return key
  }

  function make(name: string, surveyKey: string | null): Target | { problem: string } {
    const surveyName = surveyKey === null ? null : (surveyByKey.get(surveyKey)?.name ?? newSurveys.get(surveyKey) ?? null)
    if (withheld.has(placeOf(surveyKey, nameKey(name))))
      return { problem: new SiteNameTaken(surveyName === null ? 'the project' : `“${surveyName}”`, name.trim()).message }
    const target: Target = { siteId: null, name: name.trim(), surveyName }
    newSites.push({ target, surveyKey, draft: { name: target.name, surveyId: surveyByKey.get(surveyKey ?? '')?.id ?? null } })
    return add(nameKey(name), target, surveyKey)
  }

  return {
    names: { has: siteKey => byName.has(siteKey), lengths },
    byId: siteId => targets.get(siteId),

    find(name, survey) {
      const called = byName.get(nameKey(name)) ?? []
      if (survey === undefined) {
        const [only, ...others] = called
        if (others.length > 0) return { problem: `${called.length} sites in different surveys have the name “${name}”: specify the survey` }
        if (only) return only.target
        return createSites ? make(name, null) : { problem: `no site has the name “${name}”` }
      }
      const surveyKey = surveyKeyOf(survey)
      if (surveyKey !== null && typeof surveyKey === 'object') return surveyKey
      const there = called.find(site => site.surveyKey === surveyKey)
      if (there) return there.target
      return createSites ? make(name, surveyKey) : { problem: `no site of this survey has the name “${name}”` }
    },

    missing: () => ({ surveys: [...newSurveys.values()], sites: newSites })
  }
}

const placeOf = (surveyKey: string | null, siteKey: string) => JSON.stringify([surveyKey, siteKey])
