# make                     the engine as ./niwaki, built for this machine
# make EXE=path            the same, elsewhere
# make ARCH=x86-64-v2      a binary to hand out: x86-64-v2, x86-64-v3 or native
# EVALFILE is accepted, as test frameworks pass it, and has no meaning yet.

EXE ?= niwaki
ARCH ?= native
CARGO ?= cargo
TARGET_DIR := $(or $(CARGO_TARGET_DIR),target)
# The laboratory writes the commit into its records, if it is known.
export NIWAKI_COMMIT ?= $(or $(shell git rev-parse --short=12 HEAD 2>/dev/null),unknown)

.PHONY: engine test bench clean

engine:
	RUSTFLAGS="-C target-cpu=$(ARCH)" $(CARGO) build --release --locked --package niwaki-app
	cp "$(TARGET_DIR)/release/niwaki" "$(EXE)"

test:
	$(CARGO) test --workspace --locked

bench:
	$(CARGO) run --release --locked -- bench

clean:
	$(CARGO) clean
