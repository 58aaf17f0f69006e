import { sql } from 'kysely'
import { breathe } from '../../lib/breathe.ts'
import type { Database } from '../storage/database.ts'
import type { Features } from './features-of-image.ts'
import { croppedKinds, geometryHash } from './geometry.ts'
import { halvesOf } from './learning/features.ts'
import { type Units, unitVectors } from './learning/similar.ts'

type FeatureSet = Pick<Features, 'set' | 'columns'>

/** Maximum number of values in the vectors of a search. They take 240 MB, as those of 200,000 vectors of the standard features. */
const mostValues = 60_000_000
const rowsAtOnce = 5_000
/**
 * Time for which cached vectors are reused despite changes, as a multiple of their reading time. The vectors are reused in this way only once
 * all crops are prepared.
 */
const restShare = 20

/** In-memory feature vectors of the annotations of a project. */
export interface Vectors {
  units: Units
  /** Annotation of each row, with the hash of its shape at the time of reading. */
  annotations: { id: string; hash: string }[]
  /** Number of annotations whose crops have not been prepared yet. */
  missing: number
}

interface Kept {
  vectors: Vectors
  signature: string
  readAt: number
  tookMs: number
}

const mostAnnotations = 200_000
/** Maximum number of annotations that a search covers: the newest ones that can have a crop. */
const mostSearched = ({ columns }: FeatureSet): number => Math.min(mostAnnotations, Math.floor(mostValues / columns))

/** Per-thread cache of the vectors of the most recently searched project and feature set. */
export type KeptVectors = ReturnType<typeof keptVectors>

export function keptVectors() {
  let kept: { key: string; entry: Kept } | null = null
  return {
    /** Returns the vectors of a project in a feature set, reloading them after a change. The vectors of a large project may be about a minute old. */
    async of(db: Database, projectId: string, features: FeatureSet): Promise<Vectors> {
      const key = `${projectId} ${features.set}`
      const before = kept?.key === key ? kept.entry : null
      const age = performance.now() - (before?.readAt ?? 0)
      if (before?.vectors.missing === 0 && age < restShare * before.tookMs) return before.vectors
      const signature = await signatureOf(db, projectId, features)
      if (before?.signature === signature) return before.vectors
      kept = null // there is no memory for both
      const start = performance.now()
      const vectors = await readVectors(db, projectId, features)
      const readAt = performance.now()
      kept = { key, entry: { vectors, signature, readAt, tookMs: readAt - start } }
      return vectors
    }
  }
}

/** Returns a cache key that changes with the annotations and features of a project. */
async function signatureOf(db: Database, projectId: string, { set }: FeatureSet): Promise<string> {
  const { rows } = await sql<{ at: string; count: number }>`
    select project.modified_at as at, (
      select count(*) from ai_feature join media on media.id = ai_feature.media_id
      where media.project_id = project.id and ai_feature.feature_set = ${set}
    ) as count
    from project where project.id = ${projectId}`.execute(db)
  return `${rows[0]?.at} ${rows[0]?.count}`
}

// Long: two paged queries and their join.
async function readVectors(db: Database, projectId: string, { set, columns }: FeatureSet): Promise<Vectors> {
  const most = mostSearched({ set, columns })
  const wanted = new Map<string, string[]>()
  let [count, last] = [0, '\u{10ffff}']
  for (let isLast = false; !isLast && count < most; ) {
    const { rows } = await sql<{ id: string; media_id: string; shape: string }>`
      select annotation.id, annotation.media_id, annotation.shape from annotation
      where annotation.project_id = ${projectId} and annotation.id < ${last} and annotation.removed_at is null
        and annotation.shape_kind in (${sql.join([...croppedKinds])})
      order by annotation.id desc limit ${sql.lit(rowsAtOnce)}`.execute(db)
    for (const { id, media_id: mediaId, shape } of rows) {
      await breathe()
      const key = `${mediaId} ${geometryHash(shape)}`
      const ids = wanted.get(key)
      if (ids) ids.push(id)
      else wanted.set(key, [id])
    }
    count += rows.length
    last = rows.at(-1)?.id ?? last
    isLast = rows.length < rowsAtOnce
  }
  const annotations: Vectors['annotations'] = []
  const values = new Float32Array(count * columns)
  for (let after = { media: '', hash: '' }, isLast = false; !isLast; ) {
    const { rows } = await sql<{ media_id: string; geometry_hash: string; vector: Uint8Array }>`
      select ai_feature.media_id, ai_feature.geometry_hash, ai_feature.vector
      from ai_feature join media on media.id = ai_feature.media_id
      where media.project_id = ${projectId} and ai_feature.feature_set = ${set}
        and (ai_feature.media_id, ai_feature.geometry_hash) > (${after.media}, ${after.hash})
      order by ai_feature.media_id, ai_feature.geometry_hash limit ${sql.lit(rowsAtOnce)}`.execute(db)
    for (const { media_id: mediaId, geometry_hash: hash, vector } of rows) {
      await breathe()
      const ids = wanted.get(`${mediaId} ${hash}`)
      if (!ids) continue
      const numbers = halvesOf(vector)
      for (const id of ids) {
        values.set(numbers, annotations.length * columns)
        annotations.push({ id, hash })
      }
    }
    const end = rows.at(-1)
    if (end) after = { media: end.media_id, hash: end.geometry_hash }
    isLast = rows.length < rowsAtOnce
  }
  const matrix = { values: values.subarray(0, annotations.length * columns), rows: annotations.length, columns }
  return { units: unitVectors(matrix), annotations, missing: count - annotations.length }
}
