import sharp from 'sharp'
import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { RunDetails, Suggestion } from '../../../../shared/contracts/ai.ts'
import type { ModelCard } from '../../../../shared/contracts/ai-models.ts'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import { forEachDatabase, testBackend } from '../../../support/backend.ts'
import { finishedJobs } from '../../../support/jobs.ts'
import { noisePicture } from '../../../support/noise.ts'
import { listening, upload } from '../../../support/uploads.ts'

const size = { width: 320, height: 240 }
const animals = [
  { name: 'Star', colour: '#e2683a', x: 60, y: 60 },
  { name: 'Fish', colour: '#3b7fe0', x: 210, y: 140 }
]

/** Seabed with two coloured animals of 40 px. */
const frame = async (seed: number) =>
  sharp(await noisePicture({ ...size, mean: 118, sigma: 6 + (seed % 3), seed }))
    .composite(
      animals.map(({ colour, x, y }) => ({
        input: { create: { width: 40, height: 40, channels: 3 as const, background: colour } },
        left: x + (seed % 4),
        top: y
      }))
    )
    .png()
    .toBuffer()

await forEachDatabase(t, (t, database) => {
  t.test('objects are found on images without annotations, and accepting one draws its box', async t => {
    const backend = await testBackend(t, { database, runJobs: true })
    const base = await listening(t, backend)
    const owner = await backend.signUp('ana@lab.example')
    const { id: projectId } = await owner.makeProject()
    const labelIds: string[] = []
    for (const { name } of animals) labelIds.push((await owner.post(`/projects/${projectId}/labels`, { name })).json().id)
    const ground = (await owner.post(`/projects/${projectId}/labels`, { name: 'Ground' })).json().id
    for (let image = 0; image < 7; image++) {
      const sent = await upload(base, owner, { projectId, fileName: `frame-${image}.png`, content: await frame(image) })
      if (image === 6) break
      const mediaId = sent.headers.get('isobath-media-id') ?? ''
      const operations: object[] = animals.map(({ x, y }, place) => {
        const shape = { kind: 'box', x: x + (image % 4), y, width: 40, height: 40 }
        return { id: newId(), kind: 'create', annotationId: newId(), mediaId, shape, labelId: labelIds[place] }
      })
      const point = { kind: 'point', x: 20, y: 200 }
      operations.push({ id: newId(), kind: 'create', annotationId: newId(), mediaId, shape: point, labelId: ground })
      await owner.post(`/projects/${projectId}/annotations/operations`, { operations })
    }
    await finishedJobs(owner, projectId)
    t.match((await owner.get(`/projects/${projectId}/ai`)).json(), { areaLabels: 2, untouchedImages: 1, unlabelled: { annotations: 0 } })

    const { id } = (await owner.post(`/projects/${projectId}/ai/runs`, { task: 'objects' })).json()
    await finishedJobs(owner, projectId)
    const ended = (await owner.get(`/ai/runs/${id}`)).json<RunDetails>()
    t.match(ended, { task: 'objects', state: 'done', imagesDone: 1 })
    const { classes } = (await owner.get(`/ai/models/${ended.modelVersionId}`)).json<ModelCard>()
    t.same(classes.map(({ name }) => name).sort(), ['Fish', 'Star'], 'points are no objects')
    const { items } = (await owner.get(`/ai/runs/${id}/suggestions`)).json<{ items: Suggestion[] }>()
    const found = animals.map(({ x, y }, place) => {
      const at = items.find(({ shape }) => shape.kind === 'box' && Math.abs(shape.x - x - 2) <= 8 && Math.abs(shape.y - y) <= 8)
      t.equal(at?.labelId, labelIds[place], `${animals[place]?.name} is found and named`)
      return at
    })
    const patch = await owner.get(`/suggestions/${found[0]?.id}/patch`)
    t.equal(patch.headers['content-type'], 'image/webp')

    const decide = { decision: 'accept', suggestionIds: [found[0]?.id] }
    const decided = (await owner.post(`/ai/runs/${id}/decisions`, decide)).json()
    const ofMedia = async () =>
      (await owner.get(`/media/${found[0]?.mediaId}/annotations`)).json<{ annotations: Annotation[] }>().annotations
    t.match(await ofMedia(), [{ labelId: labelIds[0], shape: found[0]?.shape, origin: 'accepted', source: 'human', createdBy: owner.id }])
    await owner.post(`/ai/decisions/${decided.id}/undo`)
    t.same(await ofMedia(), [])

    const operation = { id: newId(), kind: 'create', annotationId: newId(), mediaId: found[1]?.mediaId, shape: found[1]?.shape }
    await owner.post(`/projects/${projectId}/annotations/operations`, {
      operations: [{ ...operation, labelId: labelIds[0], suggestionId: found[1]?.id }]
    })
    t.match(await ofMedia(), [{ labelId: labelIds[0], origin: 'human_seen' }])
    const relabelled = (await owner.get(`/ai/runs/${id}/suggestions?state=relabelled`)).json()
    t.match(relabelled.items, [{ id: found[1]?.id, givenLabelId: labelIds[0] }])
  })
})
