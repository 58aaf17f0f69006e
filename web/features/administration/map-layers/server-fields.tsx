import type { UseFormReturn } from 'react-hook-form'
import type { MapLayerKind, MapLayerValues } from '../../../../shared/contracts/map-layers.ts'
import { Checkbox } from '../../../ui/choice.tsx'
import { TextArea, TextField } from '../../../ui/text-field.tsx'
import { headersIn, type LayerForm } from './layer-draft.ts'
import styles from './map-layers.module.css'
import { OfferedLayers } from './offered-layers.tsx'
import { texts } from './texts.ts'

const { form: words } = texts
const required = { validate: (text: string) => text.trim() !== '' || words.required }

interface AddressFieldsProps {
  form: UseFormReturn<LayerForm>
  kind: Exclude<MapLayerKind, 'pmtiles'>
  /** Layer being edited; null for a new one. */
  layerId: string | null
  onFill: (values: MapLayerValues) => void
}

/** Fields for the address of another server. */
export function AddressFields({ form, kind, layerId, onFill }: AddressFieldsProps) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <>
      <TextField
        label={texts.address}
        description={words.addressAbout[kind]}
        inputMode="url"
        autoComplete="off"
        spellCheck={false}
        maxLength={2000}
        error={errors.address?.message}
        {...register('address', required)}
      />
      <Checkbox label={words.isOwnNetwork} description={words.isOwnNetworkAbout} {...register('isOwnNetwork')} />
      {kind !== 'xyz' && <OfferedLayers key={kind} form={form} kind={kind} layerId={layerId} onFill={onFill} />}
      {kind === 'wms' && (
        <div className={styles.pair}>
          <TextField
            label={words.wmsLayers}
            description={words.wmsLayersAbout}
            autoComplete="off"
            maxLength={500}
            error={errors.wmsLayers?.message}
            {...register('wmsLayers', required)}
          />
          <TextField label={words.wmsStyles} optional autoComplete="off" maxLength={500} {...register('wmsStyles')} />
        </div>
      )}
    </>
  )
}

interface KeyFieldsProps {
  form: UseFormReturn<LayerForm>
  /** Names of the stored headers. */
  stored: readonly string[]
}

/** Fields for the secret headers of another server, and for keeping its tiles. */
export function KeyFields({ form: { register, formState }, stored }: KeyFieldsProps) {
  return (
    <>
      <TextArea
        label={words.headers}
        optional
        rows={2}
        description={stored.length > 0 ? words.headersKept(stored.join(', ')) : words.headersAbout}
        autoComplete="off"
        spellCheck={false}
        error={formState.errors.headers?.message}
        {...register('headers', { validate: text => headersIn(text) !== null || words.headerLine })}
      />
      {stored.length > 0 && <Checkbox label={words.removeHeaders} {...register('removeHeaders')} />}
      <Checkbox label={words.mayStore} description={words.mayStoreAbout} {...register('mayStore')} />
    </>
  )
}
