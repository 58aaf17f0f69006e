import type { AttributeFieldDraft } from '../../shared/contracts/attribute-fields.ts'
import type { Person } from './backend.ts'

/** Fields of every type, with names and values that break formats. */
export const ownFields: readonly AttributeFieldDraft[] = [
  { name: 'Colonies', type: 'integer', minimum: 0, maximum: 400 },
  { name: 'Disc width', type: 'number', unit: 'mm' },
  { name: 'Größe & <Form>', type: 'text' },
  { name: 'constructor', type: 'boolean' },
  { name: 'Quality', type: 'choice', choices: ['1', 'so "good"', 'weder, noch'] }
]

export async function addFields(owner: Person, projectId: string, drafts: readonly AttributeFieldDraft[]): Promise<void> {
  for (const draft of drafts) {
    const answer = await owner.post(`/projects/${projectId}/attribute-fields`, draft)
    if (answer.statusCode !== 201) throw new Error(answer.body)
  }
}
