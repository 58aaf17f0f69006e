import { registerHooks } from 'node:module'

/** Runs before a program, and makes the package onnxruntime-node count as not installed in it and in its threads. */
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'onnxruntime-node') throw Object.assign(new Error(`no ${specifier}`), { code: 'ERR_MODULE_NOT_FOUND' })
    return next(specifier, context)
  }
})
