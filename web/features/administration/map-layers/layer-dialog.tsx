import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import type { AdminMapLayer, MapLayerKind } from '../../../../shared/contracts/map-layers.ts'
import { isPolarProjection } from '../../../../shared/geometry/map-projections.ts'
import { tileZoomLimit } from '../../../../shared/limits.ts'
import { ApiError, sentenceOf } from '../../../api/api-error.ts'
import { Checkbox } from '../../../ui/choice.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ArchiveField } from './archive-field.tsx'
import { draftOf, extentIn, formOf, type LayerForm, zoomIn } from './layer-draft.ts'
import styles from './map-layers.module.css'
import { saveLayer } from './queries.ts'
import { AddressFields, KeyFields } from './server-fields.tsx'
import { texts } from './texts.ts'
import { useFilling } from './use-filling.ts'

const { form: words } = texts
const choices = <Value extends string>(labels: Record<Value, string>) =>
  (Object.keys(labels) as Value[]).map(value => ({ value, label: labels[value] }))

/** Returns the name of the form field for a property. */
function fieldOf(property: string, kind: MapLayerKind): string {
  if (property === 'bounds') return 'extent'
  return property === 'address' && kind === 'pmtiles' ? 'archive' : property
}

interface LayerDialogProps {
  /** Layer to edit; null for a new one. */
  layer: AdminMapLayer | null
  onClose: () => void
}

/** Dialog that adds a map layer or changes it. */
// Long: one form, field by field.
export function LayerDialog({ layer, onClose }: LayerDialogProps) {
  const { mutateAsync: save, isPending } = useMutation(saveLayer(layer))
  const form = useForm<LayerForm>({ defaultValues: formOf(layer), mode: 'onTouched' })
  const { register, watch, setError } = form
  const { errors } = form.formState
  const kind = watch('kind')
  const fillIn = useFilling(form)

  const submit = form.handleSubmit(async given => {
    try {
      await save(draftOf(given))
      onClose()
    } catch (error) {
      const faults = error instanceof ApiError ? error.errors : []
      for (const { path, message } of faults) {
        const name = fieldOf(path.split('/')[1] ?? '', given.kind)
        if (name in given) setError(name as keyof LayerForm, { message })
      }
      setError('root', { message: sentenceOf(error, words.notSaved) })
    }
  })
  const required = { validate: (text: string) => text.trim() !== '' || words.required }
  const isZoom = { validate: (text: string) => zoomIn(text) <= tileZoomLimit || words.zoom }

  return (
    <FormDialog
      title={layer ? words.edit(layer.name) : words.add}
      confirm={layer ? words.confirmEdit : words.confirmAdd}
      busy={isPending}
      problem={errors.root?.message ?? null}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className={styles.pair}>
        <Select label={texts.kind} options={choices(texts.kinds)} {...register('kind')} />
        {kind !== 'pmtiles' && (
          <Select
            label={texts.projection}
            options={choices(texts.projections).filter(({ value }) => kind === 'wms' || !isPolarProjection(value))}
            {...register('projection')}
          />
        )}
      </div>
      {kind === 'pmtiles' ? (
        <ArchiveField form={form} onFill={fillIn} />
      ) : (
        <AddressFields form={form} kind={kind} layerId={layer?.id ?? null} onFill={fillIn} />
      )}
      <TextField label={texts.name} autoComplete="off" maxLength={80} error={errors.name?.message} {...register('name', required)} />
      <div className={styles.pair}>
        <TextField label={words.minZoom} inputMode="numeric" error={errors.minZoom?.message} {...register('minZoom', isZoom)} />
        <TextField
          label={words.maxZoom}
          description={words.zoomAbout}
          inputMode="numeric"
          error={errors.maxZoom?.message}
          {...register('maxZoom', isZoom)}
        />
      </div>
      <TextField
        label={words.extent}
        optional
        description={words.extentAbout}
        autoComplete="off"
        maxLength={100}
        error={errors.extent?.message}
        {...register('extent', { validate: text => extentIn(text) !== undefined || words.extentForm })}
      />
      <TextField
        label={words.attribution}
        description={words.attributionAbout}
        autoComplete="off"
        maxLength={300}
        error={errors.attribution?.message}
        {...register('attribution', required)}
      />
      <TextField
        label={words.attributionUrl}
        optional
        inputMode="url"
        autoComplete="off"
        maxLength={500}
        error={errors.attributionUrl?.message}
        {...register('attributionUrl')}
      />
      <TextField label={words.licence} optional autoComplete="off" maxLength={200} {...register('licence')} />
      {kind !== 'pmtiles' && <KeyFields form={form} stored={layer?.headerNames ?? []} />}
      <Checkbox label={words.isOn} description={words.isOnAbout} {...register('isOn')} />
    </FormDialog>
  )
}
