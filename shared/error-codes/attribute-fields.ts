import { coded } from './coded-problem.ts'

export const attributeFieldCodes = coded({
  ATTRIBUTE_NAME_TAKEN: { status: 409, sentence: 'The project has an attribute “%s” already' },
  TOO_MANY_ATTRIBUTES: { status: 409, sentence: 'A project asks for at most %d attributes: delete one first' },
  FIELDS_CHANGED: { status: 409, sentence: 'Attributes were added or deleted meanwhile: look at the list again and order it anew' }
})
