import sharp from 'sharp'
import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { Suggestion } from '../../../../shared/contracts/ai.ts'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { broughtModels, withoutRuntime } from '../../../support/brought-models.ts'
import { manifestWith } from '../../../support/manifests.ts'
import { constantModel, graph, imageInput, model, node } from '../../../support/onnx-writer.ts'

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#4a6a72' } })
    .png()
    .toBuffer()

/** Detector of two boxes in an input of 64 × 64 px: a sea star, and a crab whose label is in no catalog. */
const detector = () =>
  constantModel([{ name: 'out', shape: [1, 3, 6], values: [16, 24, 32, 40, 0.9, 0, 40, 20, 48, 28, 0.8, 1, 0, 0, 4, 4, 0.1, 0] }])

/** Image of 320 × 160 px, red on the left and green on the right. */
const halves = () =>
  sharp({ create: { width: 320, height: 160, channels: 3, background: '#ff0000' } })
    .composite([{ input: { create: { width: 160, height: 160, channels: 3, background: '#00ff00' } }, left: 160, top: 0 }])
    .png()
    .toBuffer()

/** Classifier whose logits are the mean red, green and blue. */
const meanColour = () =>
  model(
    graph({
      nodes: [node({ operator: 'ReduceMean', inputs: ['images'], outputs: ['out'], attributes: { axes: [2, 3], keepdims: 0 } })],
      inputs: [imageInput()],
      outputs: [{ name: 'out', shape: [1, 3] }]
    })
  )

await forEachDatabase(t, (t, database) => {
  t.test('a model is uploaded, tested, run and reviewed', { skip: withoutRuntime }, async t => {
    const team = await broughtModels(t, { database })
    const { owner, projectId } = team
    const starId = await team.label('sea star')
    const mediaId = await team.addImage('wide.png', await picture(320, 160))
    const id = await team.bring(detector())
    const guess = await team.card(id)
    t.match(guess, { state: 'needs_manifest', isGuess: true, mayManage: true, inspection: { opset: 17, input: { name: 'images' } } })
    t.match(guess.manifest, { input: { name: 'images', size: [64, 64] }, output: { decode: 'yolo_e2e', names: ['out'] }, license: '' })

    const early = await owner.post(`/projects/${projectId}/ai/runs`, { task: 'model', uploadedModelId: id })
    t.match([early.statusCode, early.json().code], [409, 'MODEL_STATE'])
    await team.tryOut(id, manifestWith({ output: { conf: 0.85 } }))
    const ready = await team.tryOut(id, manifestWith())
    t.match(ready, {
      state: 'ready',
      unmappedCount: 1,
      dryRun: { provider: 'cpu', preview: { mediaId, found: [{ name: 'sea star' }, { name: 'crab' }] } }
    })
    t.match(ready.labels, [
      { name: 'sea star', labelId: starId },
      { name: 'crab', labelId: null }
    ])

    const unread = await owner.post(`/projects/${projectId}/ai/runs`, { task: 'model', uploadedModelId: id })
    t.match(unread.json(), { status: 409, code: 'LICENSE_UNREAD', detail: /Reef finder 1 is CC-BY-4.0/ })
    const { details, suggestions } = await team.run(id)
    t.match(details, { task: 'model', state: 'done', imagesDone: 1, suggestionCount: 2, modelName: 'Reef finder 1', uploadedModelId: id })
    t.match(details.provenance.uploadedModel, { sha256: ready.sha256, manifestSha256: ready.manifestSha256, provider: 'cpu' })
    t.match(details.unmapped, [{ name: 'crab', count: 1 }])
    const [star, crab] = suggestions
    // 320 × 160 in 64 × 64: a fifth, with 16 px above
    t.match(star, { labelId: starId, labelText: null, probability: 0.9, shape: { kind: 'box', x: 80, y: 40, width: 80, height: 80 } })
    t.match(crab, { labelText: 'crab', probability: 0.8, shape: { kind: 'box', x: 200, y: 20, width: 40, height: 40 } })
    t.match(await team.card(id), { licenseRead: { by: 'ana@lab.example' }, runCount: 1 })

    const decide = (body: object) => owner.post(`/ai/runs/${details.id}/decisions`, body)
    t.match((await decide({ decision: 'accept', suggestionIds: [crab?.id] })).json(), { status: 422, code: 'LABEL_NOT_MAPPED' })
    const bulk = await owner.post(`/ai/runs/${details.id}/acceptances`, { least: 0.5, expected: 1 })
    t.match(bulk.json(), { count: 1, modelNumber: null }, 'a threshold leaves it out')
    const crabId = await team.label('Brachyura')
    const map = { labels: [{ id: ready.labels[1]?.id, labelId: crabId }] }
    t.match((await owner.patch(`/ai/uploaded-models/${id}/labels`, map)).json(), { unmappedCount: 0 })
    const [mapped] = (await owner.get(`/ai/runs/${details.id}/suggestions`)).json().items
    t.match(mapped, { id: crab?.id, labelId: crabId, labelText: null, alternatives: [{ labelId: crabId }] })
    const remapped = async (labelId: string | null) => {
      await owner.patch(`/ai/uploaded-models/${id}/labels`, { labels: [{ id: ready.labels[1]?.id, labelId }] })
      return (await owner.get(`/ai/runs/${details.id}/suggestions`)).json().items[0]
    }
    t.match(
      await remapped(starId),
      { labelId: starId, alternatives: [{ labelId: starId }] },
      'a corrected mapping applies to waiting suggestions'
    )
    t.match(await remapped(null), { labelId: ready.labels[1]?.id, labelText: 'crab' })
    t.match(await remapped(crabId), { labelId: crabId, labelText: null })
    t.match((await decide({ decision: 'accept', suggestionIds: [crab?.id] })).json(), { count: 1 })
    const { annotations } = (await owner.get(`/media/${mediaId}/annotations`)).json<{ annotations: Annotation[] }>()
    t.same(annotations.map(({ labelId }) => labelId).sort(), [starId, crabId].sort())

    t.match((await owner.post(`/ai/uploaded-models/${id}/dry-run`, manifestWith())).json(), {
      status: 409,
      detail: /can no longer be changed/
    })
    t.match((await owner.delete(`/ai/uploaded-models/${id}`)).json(), { status: 409 }, 'a model that was used is kept')
    t.match((await owner.post(`/ai/uploaded-models/${id}/retire`)).json(), { state: 'retired' })
    const retired = await owner.post(`/projects/${projectId}/ai/runs`, { task: 'model', uploadedModelId: id })
    t.match(retired.json(), { status: 409, detail: /retired/ })
    t.match((await owner.post(`/ai/uploaded-models/${id}/restore`)).json(), { state: 'ready' })
    t.same((await team.run(id, { images: 'all' })).suggestions, [], 'an accepted object is not suggested again')
    const again = await team.bring(detector())
    t.match((await owner.post(`/ai/uploaded-models/${again}/dry-run`, manifestWith())).json(), { status: 409, detail: /another version/ })
    const { labels } = await team.tryOut(again, manifestWith({ version: '2' }))
    await owner.patch(`/ai/uploaded-models/${again}/labels`, { labels: [{ id: labels[0]?.id, labelId: crabId }] })
    const retested = await team.tryOut(again, manifestWith({ version: '3' }))
    t.match(retested, { version: '3', labels: [{ name: 'sea star', labelId: crabId }, {}] }, 'a chosen label survives a second test')
    t.equal((await owner.delete(`/ai/uploaded-models/${again}`)).statusCode, 204)
  })

  t.test('a licence is confirmed for the details that the person has read', { skip: withoutRuntime }, async t => {
    const team = await broughtModels(t, { database })
    const { owner, projectId } = team
    await team.addImage('wide.png', await picture(320, 160))
    const id = await team.bring(detector())
    const read = await team.tryOut(id, manifestWith())
    const start = async (body: object) =>
      (await owner.post(`/projects/${projectId}/ai/runs`, { task: 'model', uploadedModelId: id, licenseRead: true, ...body })).json()
    t.match(await start({}), { status: 422, errors: [{ path: '/manifestSha256' }] })
    const changed = await team.tryOut(id, { ...manifestWith(), license: 'AGPL-3.0' })
    const refused = { status: 409, code: 'MODEL_STATE', detail: /^The details of this model have changed: .* licence again$/ }
    t.match(await start({ manifestSha256: read.manifestSha256 }), refused, 'somebody changed the licence in the meantime')
    t.match(await team.card(id), { licenseRead: null, runCount: 0 }, 'nothing was confirmed')
    const label = { task: 'label', manifestSha256: read.manifestSha256 }
    t.match((await owner.post(`/projects/${projectId}/ai/runs`, label)).json(), { status: 422, errors: [{ path: '/manifestSha256' }] })
    t.match(await start({ manifestSha256: changed.manifestSha256 }), { task: 'model' })
    t.match(await team.card(id), { licenseRead: { by: 'ana@lab.example' }, runCount: 1 })
  })

  t.test('a model labels points by their surroundings, and its mapped labels follow a merge', { skip: withoutRuntime }, async t => {
    const team = await broughtModels(t, { database })
    const { owner, projectId } = team
    const labels = ['red', 'green', 'blue']
    const [redId, greenId] = [await team.label('red'), await team.label('Green')]
    const mediaId = await team.addImage('halves.png', await halves())
    const points = [40, 280].map(x => ({ id: newId(), x }))
    const operations = points.map(({ id, x }) => ({
      ...{ id: newId(), kind: 'create', annotationId: id, mediaId, shape: { kind: 'point', x, y: 80 }, labelId: null }
    }))
    await owner.post(`/projects/${projectId}/annotations/operations`, { operations })
    const id = await team.bring(meanColour())
    const manifest = manifestWith({
      task: 'classify',
      output: { decode: 'logits' },
      labels: labels.map((name, index) => ({ index, name })),
      crop: { fine: 32 }
    })
    const ready = await team.tryOut(id, manifest)
    t.match(ready, { state: 'ready', unmappedCount: 2, dryRun: { preview: null } })
    const { details, suggestions } = await team.run(id)
    const [red, green] = points.map(point => suggestions.find(({ annotationId }) => annotationId === point.id))
    // The mean of a pure colour is 1 in its channel and 0 in the others.
    const probability = Math.round((1e5 * Math.E) / (Math.E + 2)) / 1e5
    t.match(red, { labelId: redId, labelText: null, probability, alternatives: Array(3).fill({}) })
    t.match(green, { labelText: 'green', probability })

    const [, greenModel, blueModel] = ready.labels.map(({ id }) => id)
    const map = (of: Record<string, string | null>) =>
      owner.patch(`/ai/uploaded-models/${id}/labels`, { labels: Object.entries(of).map(([id, labelId]) => ({ id, labelId })) })
    /** Labels among the alternatives of the green point, the best first and the others by id. */
    const alternatives = async () => {
      const { items } = (await owner.get(`/ai/runs/${details.id}/suggestions?limit=200`)).json<{ items: Suggestion[] }>()
      const [first, ...others] = items.find(each => each.annotationId === points[1]!.id)?.alternatives.map(({ labelId }) => labelId) ?? []
      return [first, ...others.sort()]
    }
    await map({ [greenModel!]: redId, [blueModel!]: redId })
    t.same(await alternatives(), [redId], 'three labels of the model map to one of the catalog, and their probabilities add up')
    await map({ [blueModel!]: greenId })
    t.same(await alternatives(), [redId, greenId], 'one of them changes alone')
    await map({ [greenModel!]: null, [blueModel!]: null })
    t.same(await alternatives(), [greenModel, ...[redId, blueModel].sort()])
    const { db } = team.storage
    const stored = await db.selectFrom('ai_suggestion').select(['id', 'alternatives']).where('run_id', '=', details.id).execute()
    for (const row of stored)
      await db
        .updateTable('ai_suggestion')
        .set({ alternatives: row.alternatives.replace(/"modelLabelId":"[^"]*",/g, '') })
        .where('id', '=', row.id)
        .execute()
    await map({ [blueModel!]: redId })
    t.same(await alternatives(), [greenModel, redId], 'a suggestion of version 0.2.0 follows')
    await map({ [blueModel!]: greenId })
    t.same(await alternatives(), [greenModel, ...[redId, greenId].sort()], 'and then it is exact')
    await map({ [blueModel!]: null })

    const accepted = (await owner.post(`/ai/runs/${details.id}/decisions`, { decision: 'accept', suggestionIds: [red?.id] })).json()
    const redModel = ready.labels[0]!.id
    await map({ [redModel]: greenId })
    t.equal((await owner.post(`/ai/decisions/${accepted.id}/undo`)).statusCode, 200)
    t.match(
      (await owner.get(`/suggestions/${red?.id}`)).json(),
      { state: 'waiting', labelId: greenId },
      'it waits under the corrected mapping'
    )
    await map({ [redModel]: redId })

    await owner.post(`/ai/runs/${details.id}/decisions`, { decision: 'reject', suggestionIds: [red?.id] })
    await owner.patch(`/ai/uploaded-models/${id}/labels`, { labels: [{ id: ready.labels[1]!.id, labelId: greenId }] })
    await owner.patch(`/ai/uploaded-models/${id}/labels`, { labels: [{ id: ready.labels[0]!.id, labelId: null }] })
    const again = await team.run(id)
    t.equal((await team.card(id)).labels[0]?.labelId, null, 'a mapping that a person cleared stays cleared')
    t.match(
      again.suggestions,
      [{ annotationId: points[1]!.id, labelId: greenId, labelText: null }],
      'a rejected suggestion does not return'
    )
    t.equal(again.suggestions.length, 1)

    const intoId = await team.label('Verdant')
    const { revision } = (await owner.get(`/labels/${greenId}`)).json()
    t.match((await owner.post(`/labels/${greenId}/merge`, { into: intoId, revision })).statusCode, 200)
    t.equal((await team.card(id)).labels[1]?.labelId, intoId, 'a mapping follows the merge of its label')
  })
})
