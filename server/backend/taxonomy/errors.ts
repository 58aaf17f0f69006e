import { taxonomyCodes } from '../../../shared/error-codes/taxonomy.ts'
import { codedError } from '../../lib/coded-error.ts'

export const NameTaken = codedError<[string, string]>(taxonomyCodes.LABEL_NAME_TAKEN)
export const LabelUsed = codedError<[string, string, string]>(taxonomyCodes.LABEL_USED)
export const LabelHasChildren = codedError<[string, string]>(taxonomyCodes.LABEL_HAS_CHILDREN)
export const CatalogFull = codedError<[string]>(taxonomyCodes.CATALOG_FULL)
export const ReferencesFull = codedError<[string, string]>(taxonomyCodes.REFERENCES_FULL)
export const VersionNameTaken = codedError<[string]>(taxonomyCodes.VERSION_NAME_TAKEN)
