import type { OpportunityProfile } from '../../../shared/contracts/opportunity-profile.ts'
import type { Database } from '../storage/database.ts'
import { type FitPerson, namesSearched } from './fit.ts'

export const blankProfile: OpportunityProfile = {
  ...{ kinds: [], taxa: [], regions: [], methods: [], careerStage: null, country: null, usesProjects: true }
}

/** Maximum number of a person's projects, and of their sampling protocols, that are compared with opportunities. */
const mostCompared = 200

export type OpportunityProfiles = ReturnType<typeof opportunityProfiles>

/** Profiles that opportunities are compared with. Only the person concerned can read a profile. */
// Long: the queries of one repository.
export function opportunityProfiles(db: Database) {
  async function get(accountId: string): Promise<OpportunityProfile> {
    const row = await db.selectFrom('opportunity_profile').select('facts').where('account_id', '=', accountId).executeTakeFirst()
    return { ...blankProfile, ...(row && (JSON.parse(row.facts) as Partial<OpportunityProfile>)) }
  }

  const projectsOf = (accountId: string) =>
    db
      .selectFrom('project_member')
      .innerJoin('project', 'project.id', 'project_member.project_id')
      .where('project_member.account_id', '=', accountId)
      .where('project.deleted_at', 'is', null)
      .orderBy('project.modified_at', 'desc')
      .limit(mostCompared)

  /** Reads the ids, regions and sampling protocols of a person's projects. */
  async function fromProjects(accountId: string) {
    const projects = await projectsOf(accountId).select(['project.id', 'project.region']).execute()
    const ids = projects.map(({ id }) => id)
    const protocols =
      ids.length === 0
        ? []
        : await db
            .selectFrom('survey')
            .select('sampling_protocol')
            .distinct()
            .where('project_id', 'in', ids)
            .where('sampling_protocol', 'is not', null)
            .limit(mostCompared)
            .execute()
    const regions = projects.flatMap(({ region }) => region?.split(/[,;]/) ?? []).map(region => region.trim())
    return {
      ids,
      regions: [...new Set(regions)].filter(Boolean),
      methods: protocols.map(({ sampling_protocol: protocol }) => protocol ?? '').filter(Boolean)
    }
  }

  return {
    get,
    fromProjects,

    async set(accountId: string, profile: OpportunityProfile): Promise<OpportunityProfile> {
      const facts = JSON.stringify(profile)
      await db
        .insertInto('opportunity_profile')
        .values({ account_id: accountId, facts })
        .onConflict(conflict => conflict.column('account_id').doUpdateSet({ facts }))
        .execute()
      return profile
    },

    /** Reads the facts about a person to compare with calls for the given taxa. Null if the profile is blank and no projects are used. */
    async person(accountId: string, taxaOf: () => readonly string[]): Promise<FitPerson | null> {
      const profile = await get(accountId)
      const { kinds, taxa, regions, methods, careerStage, country, usesProjects } = profile
      const projects = usesProjects ? await fromProjects(accountId) : { ids: [], regions: [], methods: [] }
      const isBlank = [kinds, taxa, regions, methods, projects.ids].every(({ length }) => length === 0) && !careerStage && !country
      if (isBlank) return null
      const catalog = await catalogNames(db, projects.ids, namesSearched(taxaOf()))
      return { profile, projectRegions: projects.regions, projectMethods: projects.methods, catalog }
    }
  }
}

/** Number of names per query. SQLite allows 32,766 values, but an index lookup is efficient only for a few hundred. */
const namesAtOnce = 500

/** Reads the given names that are labels in the projects, in lower case and with their ranks. */
async function catalogNames(db: Database, projectIds: readonly string[], names: readonly string[]): Promise<Map<string, string | null>> {
  const found = new Map<string, string | null>()
  if (projectIds.length === 0) return found
  for (let from = 0; from < names.length; from += namesAtOnce) {
    const rows = await db
      .selectFrom('label')
      .select(['name_key', 'taxon_rank'])
      .distinct()
      .where('project_id', 'in', projectIds)
      .where('name_key', 'in', names.slice(from, from + namesAtOnce))
      .execute()
    for (const { name_key: name, taxon_rank: rank } of rows) found.set(name, rank ?? found.get(name) ?? null)
  }
  return found
}
