import { attributeFieldCodes } from '../../../shared/error-codes/attribute-fields.ts'
import { codedError } from '../../lib/coded-error.ts'

export const AttributeNameTaken = codedError<[string]>(attributeFieldCodes.ATTRIBUTE_NAME_TAKEN)
export const TooManyAttributeFields = codedError<[number]>(attributeFieldCodes.TOO_MANY_ATTRIBUTES)
export const FieldsChanged = codedError(attributeFieldCodes.FIELDS_CHANGED)
