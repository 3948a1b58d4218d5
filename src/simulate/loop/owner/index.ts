export * from './step.js'
export * from './driver.js'
export * from './port.js'
export * from './signal.js'
