import type { Attributes } from '../../shared/contracts/annotations.ts'
import type { AttributeFieldDraft } from '../../shared/contracts/attribute-fields.ts'
import type { Person } from './backend.ts'
import { type Dataset, seeded } from './datasets.ts'

/** Custom fields of every type, with names and values that break formats. */
export const ownFields: readonly AttributeFieldDraft[] = [
  { name: 'Colonies', type: 'integer', minimum: 0, maximum: 400 },
  { name: 'Disc width', type: 'number', unit: 'mm' },
  { name: 'Größe & <Form>', type: 'text' },
  { name: '(est) note', type: 'text' },
  { name: 'occluded', type: 'boolean' },
  { name: 'constructor', type: 'boolean' },
  { name: 'Quality', type: 'choice', choices: ['1', 'so "good"', 'weder, noch'] }
]

export async function addFields(owner: Person, projectId: string, drafts: readonly AttributeFieldDraft[]): Promise<void> {
  for (const draft of drafts) {
    const answer = await owner.post(`/projects/${projectId}/attribute-fields`, draft)
    if (answer.statusCode !== 201) throw new Error(answer.body)
  }
}

const texts = [
  '',
  '3',
  'true',
  'a "b", <c> & d',
  '# 5',
  '=1+1',
  '(poly) 1 2 3',
  'two\nlines',
  '  indented',
  '珊瑚 \u{1f990}',
  'null',
  '1e5'
]
const numbers = [0, -1, 0.1, -273.15, 1e-7, 1.5e21, 12_345_678.9]

/** Returns the dataset with values of these fields on most of its annotations, the same in every run. */
export function withOwnValues(dataset: Dataset, seed: number, isKept: (value: string | number | boolean) => boolean = () => true): Dataset {
  const random = seeded(seed)
  const drawn = ({ type, choices = [] }: AttributeFieldDraft) => {
    if (type === 'integer') return random.whole(0, 400)
    if (type === 'boolean') return random.next() < 0.5
    return type === 'number' ? random.one(numbers) : random.one(type === 'choice' ? choices : texts)
  }
  const annotations = dataset.annotations.map(annotation => ({
    ...annotation,
    attributes: ownFields.flatMap((field): [string, string | number | boolean][] => {
      const value = drawn(field)
      return random.next() < 0.7 && isKept(value) ? [[field.name, value]] : []
    })
  }))
  return { ...dataset, annotations }
}

/** Returns the values of these fields in order. */
export const ownValues = (attributes: Attributes) =>
  ownFields.flatMap(({ name }) => (Object.hasOwn(attributes, name) ? [[name, attributes[name]]] : []))
