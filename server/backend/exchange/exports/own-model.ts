import type { NamedModel } from '../../../../shared/publication/models.ts'
import type { OwnModel } from '../../ai/version-of-annotation.ts'

/** Name of a model version of a project: `Isobath model 3 (blend)`. */
export const ownModelName = ({ number, method }: Pick<OwnModel, 'number' | 'method'>): string => `Isobath model ${number} (${method})`

/** Model version of a project as an archive names it: with the program that made it, and the hash that its card shows. */
export function namedOwnModel(model: OwnModel): NamedModel {
  const name = ownModelName(model)
  return { name, references: [name, `Isobath ${model.appVersion}`, `sha256:${model.sha256}`], isDescribed: true }
}
