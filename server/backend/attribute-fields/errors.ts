import { codedError } from '../../lib/coded-error.ts'

export const AttributeNameTaken = codedError<[string]>('ATTRIBUTE_NAME_TAKEN')
export const TooManyAttributeFields = codedError<[number]>('TOO_MANY_ATTRIBUTES')
export const FieldsChanged = codedError('FIELDS_CHANGED')
