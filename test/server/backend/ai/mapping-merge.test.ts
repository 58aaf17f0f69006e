import t from 'tap'
import { mapLabels } from '../../../../server/backend/ai/uploaded/map-labels.ts'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'
import { insertMediaRows } from '../../../support/media-rows.ts'
import { lines } from '../../../support/nouns/ai.ts'
import { until } from '../../../support/until.ts'
import { waitingStatements } from '../../../support/waiting-statements.ts'

await forEachDatabase(t, (t, database) => {
  async function mappedScene() {
    const backend = await testBackend(t, { database })
    const { storage, signUp } = backend
    const owner = await signUp()
    const { id: projectId } = await owner.makeProject({ title: 'Reef' })
    const [mediaId = ''] = await insertMediaRows(storage.db, { projectId, accountId: owner.id, count: 1 })
    const { uploadedModelId: modelId = '' } = await lines.make!({ ...backend, owner, projectId, mediaId })
    const label = async (name: string): Promise<string> => (await owner.post(`/projects/${projectId}/labels`, { name })).json().id
    const [star, sponge, into] = [await label('Star'), await label('Sponge'), await label('Animal')]
    const labels = [
      { place: 0, id: `${modelId.slice(0, -1)}x`, name: 'star' },
      { place: 1, id: `${modelId.slice(0, -1)}y`, name: 'sponge' }
    ]
    await storage.db
      .insertInto('ai_uploaded_label')
      .values(labels.map(each => ({ ...each, model_id: modelId, taxon: null, is_ignored: 0 as const, label_id: null })))
      .execute()
    const [one = '', other = ''] = labels.map(({ id }) => id)
    const model = { modelId, projectId, isDecided: true }
    return {
      ...{ db: storage.db, model, one, other, star, sponge, into },
      async merge(from: string) {
        const { revision } = (await owner.get(`/labels/${from}`)).json<{ revision: number }>()
        return owner.post(`/labels/${from}/merge`, { into, revision })
      },
      async mapped() {
        const rows = await storage.db
          .selectFrom('ai_uploaded_label')
          .select('label_id')
          .where('model_id', '=', modelId)
          .orderBy('place')
          .execute()
        return rows.map(({ label_id: labelId }) => labelId)
      }
    }
  }

  t.test('two simultaneous merges keep the mappings of both labels', async t => {
    const { db, model, one, other, star, sponge, into, merge, mapped } = await mappedScene()
    const mappings = [
      { id: one, labelId: star },
      { id: other, labelId: sponge }
    ]
    await db.transaction().execute(transaction => mapLabels(transaction, model, mappings))
    const answers = await Promise.all([merge(star), merge(sponge)])
    t.same(
      answers.map(({ statusCode }) => statusCode),
      [200, 200]
    )
    t.same(await mapped(), [into, into])
  })

  if (database === 'postgres')
    t.test('a merge waits for a mapping of another connection, and keeps it', async t => {
      const { db, model, one, star, into, merge, mapped } = await mappedScene()
      const merging = await db.transaction().execute(async transaction => {
        await mapLabels(transaction, model, [{ id: one, labelId: star }])
        const answer = merge(star)
        await until(
          () => waitingStatements(db),
          count => count === 1
        )
        return { answer }
      })
      t.equal((await merging.answer).statusCode, 200)
      t.same(await mapped(), [into, null])
    })
})
