const folder = process.env.NODE_COMPILE_CACHE

/** Setting of a process that shares the compiled code of this run. By itself, each server would compile a thousand files beside its data. */
export const compileCache = folder ? { NODE_COMPILE_CACHE: folder } : {}
