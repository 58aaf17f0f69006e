import { sql } from 'kysely'
import type { PredictedVersion } from '../../../shared/contracts/corrected-cover.ts'
import type { Database } from '../storage/database.ts'
import { promotedVersion } from './promotion.ts'
import type { StoredClasses } from './stored-model.ts'

const mostRuns = 50

/** Reads the versions with predictions for cover, newest first. `classes` has the label id of each class, as learnt. */
export async function predictedVersions(db: Database, projectId: string): Promise<(PredictedVersion & { classes: string[] })[]> {
  const rows = await db
    .selectFrom('ai_cover_prediction')
    .innerJoin('media', 'media.id', 'ai_cover_prediction.media_id')
    .innerJoin('ai_run', 'ai_run.id', 'ai_cover_prediction.run_id')
    .select(['ai_cover_prediction.version_id', 'ai_run.number as run'])
    .select(({ fn }) => [
      fn.countAll<number>().as('images'),
      fn.sum<number>('ai_cover_prediction.point_count').as('points'),
      fn.min('ai_cover_prediction.predicted_at').as('first'),
      fn.max('ai_cover_prediction.predicted_at').as('last')
    ])
    .where('ai_cover_prediction.project_id', '=', projectId)
    .where('media.removed_at', 'is', null)
    .groupBy(['ai_cover_prediction.version_id', 'ai_run.number'])
    .orderBy('ai_run.number', 'desc')
    .execute()
  if (rows.length === 0) return []
  const promoted = await promotedVersion(db, projectId, 'label')
  const byVersion = Map.groupBy(rows, ({ version_id: id }) => id)
  const versions = await db
    .selectFrom('ai_model_version')
    .select(['id', 'number', 'method', 'sha256', 'classes', 'created_at'])
    .where('project_id', '=', projectId)
    .where(sql<boolean>`exists (select 1 from ai_cover_prediction where ai_cover_prediction.version_id = ai_model_version.id)`)
    .orderBy('number', 'desc')
    .execute()
  return versions.flatMap(({ id, number, method, sha256, classes, created_at: learntAt }) => {
    const runs = byVersion.get(id)
    if (!runs) return []
    const sum = (of: (run: (typeof rows)[number]) => number) => runs.reduce((total, run) => total + Number(of(run)), 0)
    return {
      ...{ id, number, method, sha256, learntAt, isPromoted: id === promoted?.id },
      runs: runs.slice(0, mostRuns).map(({ run }) => run),
      images: sum(({ images }) => images),
      points: sum(({ points }) => points),
      firstPredictedAt: runs.map(({ first }) => first).sort()[0] ?? '',
      lastPredictedAt:
        runs
          .map(({ last }) => last)
          .sort()
          .at(-1) ?? '',
      classes: (JSON.parse(classes) as StoredClasses).learnt.map(({ labelId }) => labelId)
    }
  })
}
