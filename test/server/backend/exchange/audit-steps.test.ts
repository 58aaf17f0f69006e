import t, { type Test } from 'tap'
import { newId } from '../../../../server/lib/ids.ts'
import type { BulkAcceptance } from '../../../../shared/contracts/bulk-acceptances.ts'
import { type DatabaseKind, forEachDatabase } from '../../../support/backend.ts'
import { exchangingProject } from '../../../support/exchanging.ts'
import { describe } from '../../../support/published.ts'
import { insertRun, suggestionRow } from '../../../support/suggested.ts'
import { wilsonEnds } from '../../../support/wilson-ends.ts'
import { unzipped } from '../../../support/zips.ts'

const images = [{ fileName: 'A.JPG', width: 4000, height: 3000 }]
const place = { event_date: '2024-06-02T04:29:27.000Z', decimal_latitude: 40.05, decimal_longitude: -30.25, depth_in_meters: 1874.5 }

/** A described project with 80 suggestions, of which 40 are at 0.6 and 40 at 0.9, and calls that accept, audit and export them. */
async function scene(t: Test, database: DatabaseKind) {
  const base = await exchangingProject(t, images, { database })
  const { owner, project, db, exported } = base
  await describe(owner, project.id)
  const [mediaId = ''] = project.mediaIds
  await db.updateTable('media').set(place).where('id', '=', mediaId).execute()
  const label = async (name: string) =>
    (await owner.post(`/projects/${project.id}/labels`, { name, scientificName: name, taxonRank: 'genus' })).json<{ id: string }>().id
  const [brisinga, gadus] = [await label('Brisinga'), await label('Gadus')]
  const runId = await insertRun(db, { projectId: project.id, accountId: owner.id })
  const rows = Array.from({ length: 80 }, (_, at) =>
    suggestionRow({
      ...{ runId, projectId: project.id, mediaId, annotationId: null, labelId: brisinga },
      ...{ shape: { kind: 'point', x: 10 + at, y: 10 }, probability: at < 40 ? 0.6 : 0.9 }
    })
  )
  await db.insertInto('ai_suggestion').values(rows).execute()
  const accept = async (least: number) =>
    (await owner.post(`/ai/runs/${runId}/acceptances`, { least, expected: 40 })).json<BulkAcceptance>().id
  /** Answers the 30 crops of an audit, the first ones wrongly, and ends it. @returns the day of its end */
  const audit = async (id: string, wrong: number) => {
    const items = await db.selectFrom('ai_audit_item').select('id').where('decision_id', '=', id).orderBy('place').execute()
    for (const [at, item] of items.entries())
      await owner.put(`/ai/audit-items/${item.id}/answer`, { labelId: at < wrong ? gadus : brisinga })
    return (await owner.post(`/ai/acceptances/${id}/audit/end`)).json<{ endedAt: string }>().endedAt.slice(0, 10)
  }
  /** Paragraphs of the method steps of an archive that mention the model. */
  const steps = async (options: object = {}) => {
    const archive = await exported('dwca', { license: 'CC-BY-4.0', organizationName: 'Example Institute', ...options })
    const eml = (await unzipped(archive.content)).get('eml.xml') ?? ''
    const found = Array.from(eml.matchAll(/<methodStep><description>(.*?)<\/description>/g), ([, text = '']) => text)
    return found
      .filter(text => text.includes('accepted in bulk'))
      .map(text => Array.from(text.matchAll(/<para>(.*?)<\/para>/g), ([, each]) => each))
  }
  const operate = (operations: object[]) => owner.post(`/projects/${project.id}/annotations/operations`, { operations })
  return { ...base, mediaId, brisinga, accept, audit, steps, operate }
}

const first = 'The labels that Isobath model 1 (lda) suggested were accepted in bulk, without a check of each label.'
const tenths = (share: number, round: (value: number) => number) => `${round(Number((1000 * share).toFixed(5))) / 10} %`

await forEachDatabase(t, (t, database) => {
  t.test('the metadata of an archive states the errors of labels accepted in bulk, or that nobody audited them', async t => {
    const { owner, db, mediaId, brisinga, accept, audit, steps, operate } = await scene(t, database)
    const shape = { kind: 'box', x: 1, y: 1, width: 20, height: 20 }
    const human = newId()
    await operate([{ id: newId(), kind: 'create', annotationId: human, mediaId, labelId: brisinga, shape }])
    await operate([{ id: newId(), kind: 'revise', annotationId: human, revision: 1, reviewState: 'confirmed' }])
    t.same(await steps(), [], 'nothing was accepted in bulk')
    const sure = await accept(0.9)
    t.same(await steps(), [[first, 'Not audited: 40 labels in 1 acceptance of the project.']])

    const day = await audit(sure, 3)
    const [low, high] = wilsonEnds(3, 30)
    const interval = [tenths((3 + 10 * low) / 40, Math.floor), tenths((3 + 10 * high) / 40, Math.ceil)].join(' to ')
    const ended = `Blind audit of a random sample of 40 labels, ended on ${day}: 3 of 30 judged labels were wrong.`
    const words = `${ended} About 10 % of all are expected to be wrong still (95 % Wilson interval ${interval}).`
    t.same(await steps(), [[first, words]])
    const rest = await accept(0.5)
    t.same(await steps(), [[first, words, 'Not audited: 40 labels in 1 acceptance of the project.']])
    const restDay = await audit(rest, 0)
    const none = `Blind audit of a random sample of 40 labels, ended on ${restDay}: 0 of 30 judged labels were wrong.`
    const bound = `${none} Up to 2.5 % of all may still be wrong (rule of three).`
    t.same(await steps(), [[first, bound, words]], 'the latest first')
    t.same(await steps({ include: 'confirmed' }), [], 'no label accepted in bulk is in the file')

    const setState = (state: 'undoing' | 'undone' | 'done', id: string) =>
      db.updateTable('ai_acceptance').set({ state }).where('decision_id', '=', id).execute()
    const begun = 'An undo of 40 labels in 1 acceptance of the project had begun when this file was made.'
    await setState('undoing', rest)
    t.same(await steps(), [[first, words, begun]], 'neither audited nor not audited')
    await setState('undoing', sure)
    t.same(await steps(), [[first, begun.replace('40 labels in 1 acceptance', '80 labels in 2 acceptances')]])
    for (const id of [sure, rest]) await setState('undone', id)
    t.same(await steps(), [[first, 'The audited acceptances were undone, except for labels that people had changed.']])
    for (const id of [sure, rest]) await setState('done', id)

    await owner.post(`/ai/acceptances/${sure}/undo`)
    t.same(await steps(), [[first, bound]], 'labels that were taken back are not in the file')
  })

  t.test('an audit without a judged label, one of a single label, and one of all labels are stated as they are', async t => {
    const { db, accept, audit, steps } = await scene(t, database)
    const id = await accept(0.9)
    await audit(id, 1)
    const setOutcome = (outcome: object) =>
      db
        .updateTable('ai_audit')
        .set({ outcome: JSON.stringify({ answered: 30, unsure: 0, lost: 0, classes: [], ...outcome }) })
        .execute()
    await setOutcome({ judged: 0, wrong: 0 })
    t.match(await steps(), [[first, /ended on \S+: no label was judged, so the errors are unknown\.$/]])
    await setOutcome({ judged: 40, wrong: 1 })
    await db.updateTable('ai_acceptance').set({ label_ids: '["one"]' }).execute()
    const all =
      /^Audit \(not blind, as all had one label\) of .*: 1 of 40 judged labels was wrong\. All labels were judged, and 2\.5 % are still wrong\.$/
    t.match(await steps(), [[first, all]])
  })
})
