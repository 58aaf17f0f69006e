import t from 'tap'
import type { Annotation } from '../../../../shared/contracts/annotations.ts'
import type { AttributeField } from '../../../../shared/contracts/attribute-fields.ts'
import { copyOf } from '../../../../web/features/annotate/copy-of.ts'

const field = { name: 'individualCount', type: 'integer', minimum: 1, maximum: null, choices: [] as string[] } as AttributeField
const annotation = {
  mediaId: 'image',
  shape: { kind: 'box', x: 10, y: 20, width: 5, height: 6 },
  labelId: 'coral',
  confidence: 0.5,
  attributes: { individualCount: '3 or 4', notes: 'torn' }
} as Partial<Annotation> as Annotation

t.test('a copy lies beside the original, with the values that fit the fields of the project', async t => {
  const { edit, left } = copyOf(annotation, [field])
  t.match(edit, { kind: 'create', mediaId: 'image', shape: { x: 22, y: 32, width: 5, height: 6 }, labelId: 'coral', confidence: 0.5 })
  t.same(edit.attributes, { notes: 'torn' })
  t.same(left, ['individualCount'])
})

t.test('without a field every value is copied', async t => {
  const { edit, left } = copyOf(annotation, [])
  t.same(edit.attributes, annotation.attributes)
  t.same(left, [])
})
