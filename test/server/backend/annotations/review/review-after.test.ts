import t from 'tap'
import { type Review, reviewAfter, unreviewed } from '../../../../../server/backend/annotations/review/review-after.ts'
import { annotatingProject } from '../../../../support/annotating.ts'
import { forEachDatabase } from '../../../../support/backend.ts'

const by = { accountId: 'bo', at: '2026-01-02T00:00:00.000Z' }
const confirmed: Review = { review_state: 'confirmed', reviewed_by: 'ana', reviewed_at: '2026-01-01T00:00:00.000Z' }
const before = { ...confirmed, label_id: 'coral' }

t.test('a new label, or none, resets an annotation to proposed', async t => {
  t.same(reviewAfter(before, { labelId: 'sponge' }, by), unreviewed)
  t.same(reviewAfter(before, { labelId: null }, by), unreviewed)
  t.same(reviewAfter(before, { labelId: 'coral' }, by), confirmed, 'the same label does not')
})

t.test('a revision that sets the review state keeps it, whatever its label', async t => {
  const rejected = { review_state: 'rejected', reviewed_by: 'bo', reviewed_at: by.at }
  t.same(reviewAfter(before, { reviewState: 'rejected' }, by), rejected)
  t.same(reviewAfter(before, { labelId: 'sponge', reviewState: 'rejected' }, by), rejected)
  t.same(reviewAfter(before, { reviewState: 'proposed' }, by), unreviewed)
})

await forEachDatabase(t, (t, database) => {
  t.test('one by one and in bulk, a new label reopens a review and a new outline does not', async t => {
    const { owner, project, addLabel, edit, creation } = await annotatingProject(t, { database })
    const [coral, sponge] = [await addLabel('Coral'), await addLabel('Sponge')]
    const made = [creation({ labelId: coral.id }), creation({ labelId: coral.id })]
    await edit(made)
    const [one = '', other = ''] = made.map(({ annotationId }) => annotationId)
    const confirm = { kind: 'revise', revision: 1, reviewState: 'confirmed' } as const
    await edit([one, other].map(annotationId => ({ ...confirm, id: `confirm-${annotationId}`, annotationId })))

    const [outlined] = await edit([
      { id: 'outline', kind: 'revise', annotationId: one, revision: 2, shape: { kind: 'point', x: 11, y: 21 } }
    ])
    t.match(outlined, { outcome: 'done', annotation: { reviewState: 'confirmed', reviewedBy: owner.email } })
    const [renamed] = await edit([{ id: 'rename', kind: 'revise', annotationId: one, revision: 3, labelId: sponge.id }])
    t.match(renamed, { outcome: 'done', annotation: { reviewState: 'proposed', reviewedBy: null } })

    const annotations = [{ id: other, revision: 2 }]
    await owner.post(`/projects/${project.id}/annotations/bulk`, { annotations, change: { labelId: sponge.id } })
    t.match((await owner.get(`/annotations/${other}`)).json(), { reviewState: 'proposed', reviewedBy: null, labelId: sponge.id })
  })
})
