# make                     the engine as ./niwaki, built for this machine
# make EXE=path            the same, elsewhere
# make ARCH=x86-64-v2      a binary to hand out: x86-64-v2, x86-64-v3 or native
# make EVALFILE=my.net     with another network inside

EXE ?= niwaki
ARCH ?= native
CARGO ?= cargo
TARGET_DIR := $(or $(CARGO_TARGET_DIR),target)
ifdef EVALFILE
override EVALFILE := $(abspath $(EVALFILE))
export EVALFILE
endif

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
