import { sql } from 'kysely'
import sharp from 'sharp'
import t from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { RunDetails } from '../../../../shared/contracts/ai.ts'
import type { CorrectedCoverResult } from '../../../../shared/contracts/corrected-cover.ts'
import type { Sample } from '../../../../shared/contracts/sampling.ts'
import type { ManifestLabel } from '../../../../shared/contracts/uploaded-models.ts'
import { forEachDatabase } from '../../../support/backend.ts'
import { broughtModels, meanColour, withoutRuntime } from '../../../support/brought-models.ts'
import { isClose } from '../../../support/close.ts'
import { endlessImage } from '../../../support/endless-image.ts'
import { finishedJobs } from '../../../support/jobs.ts'
import { manifestWith } from '../../../support/manifests.ts'
import { constantModel, graph, imageInput, model, node } from '../../../support/onnx-writer.ts'
import { until } from '../../../support/until.ts'

const labels: ManifestLabel[] = ['red', 'green', 'blue'].map((name, index) => ({ index, name }))
const perImage = 10

/** Segmentation of 8 × 8 cells, with their mean red, green and blue as probabilities. */
const colourMap = () =>
  model(
    graph({
      nodes: [
        node({ operator: 'AveragePool', inputs: ['images'], outputs: ['out'], attributes: { kernel_shape: [8, 8], strides: [8, 8] } })
      ],
      inputs: [imageInput()],
      outputs: [{ name: 'out', shape: [1, 3, 8, 8] }]
    })
  )

/** Image of one colour. Its resolution makes each file different. */
const plain = (background: string, density: number) =>
  sharp({ create: { width: 320, height: 160, channels: 3, background } })
    .withMetadata({ density })
    .png()
    .toBuffer()

/** Probability that the classifier gives to the colour of a plain image, and to each of the two others. */
const [own, other] = [Math.E / (Math.E + 2), 1 / (Math.E + 2)]

await forEachDatabase(t, (t, database) => {
  /** Makes a project of plain images with sample points: red, green, red, green and blue. The owner labelled those of the first two. */
  async function plainImages(t: Parameters<typeof broughtModels>[0]) {
    const team = await broughtModels(t, { database })
    const { owner, projectId, storage, config } = team
    const { db } = storage
    const [red, green] = [await team.label('red'), await team.label('green')]
    const mediaIds: string[] = []
    for (const [place, colour] of ['#ff0000', '#00ff00', '#ff0000', '#00ff00', '#0000ff'].entries())
      mediaIds.push(await team.addImage(`image-${place}.png`, await plain(colour, 72 + place)))
    await finishedJobs(owner, projectId)
    const drawn = await owner.post(`/projects/${projectId}/samples`, { mediaIds, plan: { method: 'random', count: perImage, seed: 'a' } })
    const points = new Map(drawn.json<{ samples: Sample[] }>().samples.map(sample => [sample.mediaId, sample.points]))
    const pointsOf = (image: number) => points.get(mediaIds[image] ?? '') ?? []
    // two of the red points are labelled green
    const operations = [0, 1].flatMap(image =>
      pointsOf(image).map((annotationId, place) => {
        const labelId = image === 1 || place < 2 ? green : red
        return { id: newId(), kind: 'revise', annotationId, revision: 1, labelId }
      })
    )
    await owner.post(`/projects/${projectId}/annotations/operations`, { operations })
    const rows = () => db.selectFrom('ai_cover_prediction').selectAll().orderBy('media_id').execute()
    const contentOf = async (image: number) =>
      (
        await db
          .selectFrom('media')
          .select('sha256')
          .where('id', '=', mediaIds[image] ?? '')
          .executeTakeFirstOrThrow()
      ).sha256
    const setContent = (image: number, sha256: string) =>
      db
        .updateTable('media')
        .set({ sha256 })
        .where('id', '=', mediaIds[image] ?? '')
        .execute()
    const url = `/projects/${projectId}/results/corrected-cover`
    const cover = async (query = '') => (await owner.get(`${url}${query}`)).json<CorrectedCoverResult>()
    const details = async (runId: string) => (await owner.get(`/ai/runs/${runId}`)).json<RunDetails>()
    async function classifier(): Promise<string> {
      const id = await team.bring(meanColour())
      await team.tryOut(id, manifestWith({ task: 'classify', output: { decode: 'logits' }, labels, crop: { fine: 32 }, version: '2.1' }))
      return id
    }
    return { ...team, db, red, green, mediaIds, pointsOf, rows, contentOf, setContent, cover, details, classifier, dataDir: config.dataDir }
  }

  /** Cover of a label by each method. */
  const sharesOf = ({ taxa, all }: CorrectedCoverResult, labelId: string) => {
    const found = all.covers.find(({ taxon }) => taxa[taxon]?.id === labelId)
    return { human: found?.human?.share, machine: found?.machine?.share, corrected: found?.corrected?.share, interval: found?.corrected }
  }

  t.test('the cover of an uploaded classifier is corrected with all labels of the project', { skip: withoutRuntime }, async t => {
    const { owner, db, red, green, mediaIds, pointsOf, rows, cover, classifier, ...team } = await plainImages(t)
    const finder = await team.bring(constantModel([{ name: 'out', shape: [1, 1, 6], values: [16, 24, 32, 40, 0.9, 0] }]))
    await team.tryOut(finder, manifestWith())
    const id = await classifier()
    t.match(await cover(), {
      version: null,
      unpredicting: [
        { id, name: 'Reef finder 2.1', reason: 'notRun' },
        { id: finder, name: 'Reef finder 1', reason: 'findsObjects' }
      ]
    })
    const { details, suggestions } = await team.run(id)
    t.match(details, { state: 'done', imagesDone: 3, imagesFailed: 0, coverFailed: 0, suggestionCount: 30, sentence: '30 suggestions' })
    const { sha256, manifestSha256 } = await team.card(id)
    const found = await cover()
    t.match(found.version, {
      ...{ id, number: null, method: null, learntAt: null, isPromoted: false, sha256, runs: [1], images: 5, points: 50 },
      uploaded: { name: 'Reef finder', version: '2.1', task: 'classify', manifestSha256, mapped: 2, unmapped: 1 }
    })
    t.match(found.unpredicting, [{ id: finder }])
    t.equal(found.unpredicting.length, 1)
    t.match(found.all, {
      ...{ points: { labelled: 20, predicted: 30, heldOut: 20 }, images: { labelled: 2, predicted: 5, heldOut: 2 } },
      ...{ leftOut: 0, obstacle: null }
    })

    // the numbers once more, by hand: red and green are 1 and 1 of the 2 labelled images, and 1 and 1 of the 3 others
    const held = perImage * (own + other)
    const others = perImage * (own + 2 * other)
    for (const [labelId, labelled] of [
      [red, 8],
      [green, 12]
    ] as const) {
      const shares = sharesOf(found, labelId)
      isClose(t, shares.human, labelled / 20, 1e-9)
      isClose(t, shares.machine, (held + others) / 50, 2e-5)
      isClose(t, shares.corrected, (labelled + others + 30 * ((labelled - held) / 20)) / 50, 2e-5)
      t.ok(shares.interval?.low != null && shares.interval.high != null)
    }
    t.notOk(
      found.taxa.some(({ name }) => name === 'blue'),
      'a label outside the catalog is no taxon'
    )

    // an accepted suggestion is no label of its own
    const accept = {
      decision: 'accept',
      suggestionIds: suggestions.flatMap(each => (each.labelText === null ? [each.id] : [])).slice(0, 5)
    }
    t.equal((await owner.post(`/ai/runs/${details.id}/decisions`, accept)).statusCode, 200)
    t.same((await cover()).all, found.all)

    // a mapping counts without another run
    const before = await rows()
    const blue = await team.label('Caerulea')
    const map = async (places: readonly number[], labelId: string | null) => {
      const card = await team.card(id)
      const mapped = places.map(place => ({ id: card.labels[place]?.id, labelId }))
      t.equal((await owner.patch(`/ai/uploaded-models/${id}/labels`, { labels: mapped })).statusCode, 200)
    }
    await map([2], blue)
    const mapped = await cover()
    t.match(mapped.version?.uploaded, { mapped: 3, unmapped: 0 })
    isClose(t, sharesOf(mapped, blue).machine, (2 * perImage * other + perImage * (own + 2 * other)) / 50, 2e-5)
    isClose(t, sharesOf(mapped, red).corrected, sharesOf(found, red).corrected ?? 0, 1e-9)
    await map([0, 1, 2], null)
    const unmapped = await cover()
    t.match(unmapped.all, { obstacle: 'unmapped', points: { labelled: 20, predicted: 30, heldOut: 20 } })
    t.ok(unmapped.all.covers.length > 0)
    t.ok(unmapped.all.covers.every(({ machine, corrected, human }) => machine === null && corrected === null && human !== null))
    await map([0], red)
    await map([1], green)
    t.same((await cover()).all, found.all)
    t.same(await rows(), before)

    // fewer than 20 points, or one image only: a reason instead of a number
    await db
      .updateTable('annotation')
      .set({ label_id: null })
      .where('id', '=', pointsOf(0)[0] ?? '')
      .execute()
    const few = await cover()
    t.match(few.all, { obstacle: 'fewPoints', points: { heldOut: 19, predicted: 31 } })
    t.ok(few.all.covers.every(({ corrected, machine }) => corrected === null && machine !== null))
    t.equal((await cover(`?modelVersionId=${id}`)).version?.id, id)
    t.equal((await owner.get(`/projects/${team.projectId}/results/corrected-cover?modelVersionId=${finder}`)).statusCode, 404)
    t.equal((await cover('?groupBy=site')).groups[0]?.obstacle, 'fewPoints')
    t.equal(mediaIds.length, 5)
  })

  t.test('a semantic segmentation is read at the sample points', { skip: withoutRuntime }, async t => {
    const { red, green, rows, cover, ...team } = await plainImages(t)
    const id = await team.bring(colourMap())
    const segmentation = { task: 'segment_semantic', output: { decode: 'semantic' }, labels } as const
    const card = await team.tryOut(
      id,
      manifestWith({ ...segmentation, labels: [...labels.slice(0, 2), { index: 2, name: 'blue', ignore: true }] })
    )
    t.equal(card.state, 'ready', card.failure ?? '')
    t.match(await cover(), { version: null, unpredicting: [{ id, reason: 'notRunOnAll' }] })
    const { details } = await team.run(id, { images: 'all' })
    t.match(details, { state: 'done', imagesDone: 5, imagesFailed: 0, coverFailed: 0 })
    t.equal((await rows()).length, 5)
    const found = await cover()
    t.match(found.version?.uploaded, { task: 'segment_semantic', mapped: 2, unmapped: 0 })
    for (const [labelId, labelled] of [
      [red, 8],
      [green, 12]
    ] as const) {
      isClose(t, sharesOf(found, labelId).machine, 20 / 50, 2e-5)
      isClose(t, sharesOf(found, labelId).corrected, (labelled + 10 + 30 * ((labelled - 10) / 20)) / 50, 2e-5)
    }
  })

  t.test('an image that cannot be read is reported alone, and a retry predicts it and no other', { skip: withoutRuntime }, async t => {
    const { owner, mediaIds, rows, cover, details, contentOf, setContent, classifier, signUp, ...team } = await plainImages(t)
    const id = await classifier()
    const content = await contentOf(0) // an image whose points all have labels
    await setContent(0, 'f'.repeat(64))
    const { details: ended, suggestions } = await team.run(id)
    const sentence = '30 suggestions. The sample points of 1 image could not be predicted for cover'
    t.match(ended, { state: 'done', imagesDone: 3, imagesFailed: 0, imagesTotal: 3, coverFailed: 1, sentence })
    t.match(ended.provenance, { imagesNotPredictedForCover: 1 })
    const failed = async () => (await owner.get(`/ai/runs/${ended.id}/failed-images`)).json()
    t.match(await failed(), { count: 1, reasons: [{ code: 'BLOB_MISSING', count: 1, fileNames: ['image-0.png'] }] })
    const first = await rows()
    t.same(
      first.map(row => row.media_id),
      mediaIds.slice(1).sort()
    )
    t.match((await cover()).all, { obstacle: 'fewPoints', points: { labelled: 20, predicted: 30, heldOut: 10 } })

    const viewer = await signUp('vi@lab.example')
    await owner.post(`/projects/${team.projectId}/members`, { email: viewer.email, role: 'viewer' })
    const retry = async (by = owner) => {
      const answer = await by.post(`/ai/runs/${ended.id}/failed-images/retry`)
      await finishedJobs(owner, team.projectId)
      return answer.statusCode
    }
    t.equal(await retry(viewer), 403)
    t.equal(await retry(), 202)
    t.match(await details(ended.id), { state: 'done', coverFailed: 1, sentence }, 'it fails again')
    await setContent(0, content)
    t.equal(await retry(), 202)
    t.match(await details(ended.id), {
      state: 'done',
      imagesDone: 3,
      imagesFailed: 0,
      coverFailed: 0,
      suggestionCount: 30,
      sentence: '30 suggestions'
    })
    t.match(await failed(), { count: 0, reasons: [] })
    t.equal(await retry(), 409, 'nothing is left to retry')
    const after = await rows()
    t.equal(after.length, 5)
    t.same(
      after.filter(row => row.media_id !== mediaIds[0]),
      first
    )
    t.match((await cover()).all, { obstacle: null, points: { heldOut: 20 } })
    const again = (await owner.get(`/ai/runs/${ended.id}/suggestions?limit=200`)).json().items
    t.same(again, suggestions)
  })

  t.test('an image that fails with its suggestions is reported once', { skip: withoutRuntime }, async t => {
    const { owner, rows, setContent, classifier, ...team } = await plainImages(t)
    const id = await classifier()
    await setContent(2, 'f'.repeat(64))
    const { details } = await team.run(id)
    t.match(details, { state: 'done', imagesDone: 2, imagesFailed: 1, coverFailed: 0, sentence: '20 suggestions. 1 image failed' })
    t.match((await owner.get(`/ai/runs/${details.id}/failed-images`)).json(), { count: 1 })
    t.equal((await rows()).length, 4)
  })

  t.test('a run cancelled among its sample points goes on where it stopped', { skip: withoutRuntime }, async t => {
    const { owner, db, mediaIds, rows, cover, details, contentOf, setContent, classifier, dataDir, ...team } = await plainImages(t)
    const id = await classifier()
    const inOrder = [...mediaIds].sort()
    const slow = mediaIds.indexOf(inOrder[1] ?? '') // one of the labelled images, which the suggestions of the run do not read
    t.ok(slow < 2)
    const content = await contentOf(slow)
    await setContent(slow, endlessImage(t, dataDir))
    const { manifestSha256 } = await team.card(id)
    const draft = { task: 'model', uploadedModelId: id, licenseRead: true, manifestSha256 }
    const run = (await owner.post(`/projects/${team.projectId}/ai/runs`, draft)).json<RunDetails>()
    await until(rows, found => found.length === 1)
    const first = await rows()
    t.same(
      first.map(row => row.media_id),
      inOrder.slice(0, 1)
    )
    t.equal((await owner.post(`/jobs/${run.jobId}/cancel`)).statusCode, 200)
    await until(
      () => details(run.id),
      ({ state }) => state === 'cancelled'
    )
    t.match(await details(run.id), { state: 'cancelled', imagesDone: 3, suggestionCount: 30, coverFailed: 0, finishedAt: null })
    t.same(await rows(), first, 'nothing is half done')
    const { count } = await db.selectFrom('ai_cover_failure').select(sql<number>`count(*)`.as('count')).executeTakeFirstOrThrow()
    t.equal(Number(count), 0, 'an interrupted image is no failed one')
    t.match((await cover()).all, { obstacle: 'fewPoints', points: { heldOut: 10 } })

    await setContent(slow, content)
    t.equal((await owner.post(`/jobs/${run.jobId}/retry`)).statusCode, 200)
    await finishedJobs(owner, team.projectId)
    t.match(await details(run.id), { state: 'done', imagesDone: 3, suggestionCount: 30, coverFailed: 0, sentence: '30 suggestions' })
    const after = await rows()
    t.equal(after.length, 5)
    t.same(after.slice(0, 1), first, 'an image that was predicted is not repeated')
    t.match((await cover()).all, { obstacle: null, points: { labelled: 20, predicted: 30, heldOut: 20 } })
  })
})
