import { HopelessJob } from '../../jobs/queue.ts'
import type { Blobs } from '../../storage/blobs.ts'
import type { Database } from '../../storage/database.ts'
import { type Features, type RunFeatures, storedFeatures } from '../features-of-image.ts'
import { embeddingOf } from './embedding-of.ts'
import type { ModelPolicy } from './model-policy.ts'
import { modelProcess } from './model-process.ts'
import { windowOfShape } from './window-of-shape.ts'

/** Maximum number of crops per task. */
const mostAtOnce = 50
/** Share of the time limit of a task that its crops may take, by the time measured in the test run. */
const timeShare = 0.25

interface Work {
  db: Database
  blobs: Blobs
  models: ModelPolicy
  signal: AbortSignal
  /** Whether work continues however often a process ends. */
  isPatient: boolean
}

interface Embedder {
  features: RunFeatures
  end(): Promise<void>
}

/** Embedding models of one piece of work, each in a process of its own that starts with the first vector. */
export type Embedders = ReturnType<typeof modelEmbedders>

export function modelEmbedders(work: Work) {
  const opened = new Map<string, Promise<Embedder>>()
  return {
    /** Returns the features of an uploaded embedding model. @throws HopelessJob for a model that no longer exists */
    async featuresOf(modelId: string): Promise<RunFeatures> {
      const known = opened.get(modelId)
      const embedder = known ?? openEmbedder(work, modelId)
      if (!known) {
        opened.set(modelId, embedder)
        embedder.catch(() => opened.delete(modelId)) // a further call tries again
      }
      return (await embedder).features
    },
    /** Ends the processes. A further vector starts its process again. */
    async end(): Promise<void> {
      for (const embedder of await Promise.allSettled(opened.values())) if (embedder.status === 'fulfilled') await embedder.value.end()
    }
  }
}

async function openEmbedder({ db, blobs, ...work }: Work, modelId: string): Promise<Embedder> {
  const row = await db.selectFrom('ai_uploaded_model').selectAll().where('id', '=', modelId).executeTakeFirst()
  const facts = row && embeddingOf(row)
  if (!facts) throw new HopelessJob('The embedding model no longer exists')
  const { manifest, set, columns, msPerItem } = facts
  const { loaded, counted, end } = modelProcess({ blobs, ...work }, { sha256: row.sha256, sizeBytes: Number(row.size_bytes), manifest })
  const inTime = Math.floor((timeShare * 1000 * work.models.seconds) / Math.max(1, msPerItem))
  const features: Features = {
    ...{ set, columns, atOnce: Math.max(1, Math.min(mostAtOnce, inTime)) },
    compute: async ({ path, width }, shapes) =>
      (await loaded())('embed', { path, places: shapes.map(shape => windowOfShape(manifest, shape, width)), dimensions: columns })
  }
  const of: RunFeatures['of'] = (mediaId, shapes) => counted(() => storedFeatures({ db, blobs }, features, mediaId, shapes))
  return { features: { set, columns, isEmbedding: true, of }, end }
}
