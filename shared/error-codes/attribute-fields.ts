import { coded } from './coded-problem.ts'

export const attributeFieldCodes = coded({
  ATTRIBUTE_NAME_TAKEN: { status: 409, sentence: 'The project already has an attribute named “%s”' },
  TOO_MANY_ATTRIBUTES: { status: 409, sentence: 'A project can have up to %d attributes: delete one first' },
  FIELDS_CHANGED: { status: 409, sentence: 'Attributes were added or deleted in the meantime: reload the list and reorder it' }
})
